/*
 * The loops of a team, one after the other. What follows a NOWAIT section in its maker's items: a member that is through with one goes on with the next, as in a real
 * region, where each comes to it by itself. So the items are looked through ahead of the maker, section by section.
 */
#include "analysis/emulate/parts.h"

void sw_team_add_loop(struct sw_emulator *e, uint32_t team_number, uint32_t section, double burden)
{
    struct sw_team *team = &e->teams[team_number];
    const struct sw_node *node = &e->nodes[section];
    struct sw_loop loop = {.node = section,
                           .schedule = node->schedule,
                           .chunk = node->detail,
                           .tasks = e->measured[section].tasks,
                           .burden = burden};
    if (node->schedule == SW_SECTION_TEAM) {
        loop.schedule = SW_SECTION_STATIC;
        loop.chunk = 0;
    } else if (e->options->override || node->schedule == SW_SECTION_ANY ||
               node->schedule == SW_SECTION_LOOP) {
        loop.schedule = (uint8_t)e->options->schedule;
        loop.chunk = e->options->chunk;
    }
    if (loop.schedule != SW_SECTION_DYNAMIC && loop.schedule != SW_SECTION_GUIDED)
        loop.schedule = SW_SECTION_STATIC;
    else if (!loop.chunk)
        loop.chunk = 1;
    if (!SW_EMULATOR_GROW(e, team->loops, team->n_loops, team->room_loops))
        return;
    team->loops[team->n_loops++] = loop;
    e->changes++;
}

static struct sw_position *position_for_one(struct sw_emulator *e, struct sw_team *team)
{
    if (!SW_EMULATOR_GROW(e, team->ahead, team->n_ahead, team->room_ahead))
        return NULL;
    return &team->ahead[team->n_ahead++];
}

/* The thread has come to a section in the items of `base`: the frames from its own down to that are behind it. */
void sw_team_note_ahead(struct sw_emulator *e, uint32_t number, uint32_t thread, uint32_t base,
                        uint32_t section)
{
    struct sw_team *team = &e->teams[number];
    team->n_ahead = 0;
    if (!(e->nodes[section].flags & SW_NODE_NOWAIT))
        return;
    uint32_t frame = e->threads[thread].top;
    if (e->frames[frame].kind == SW_FRAME_LOOP)
        frame = e->frames[frame].parent;
    for (;; frame = e->frames[frame].parent) {
        const struct sw_frame *f = &e->frames[frame];
        struct sw_position *position = position_for_one(e, team);
        if (!position)
            return;
        *position = (struct sw_position){f->node, f->item, f->rep};
        if (frame == base)
            break;
    }
    for (uint32_t i = 0; i < team->n_ahead / 2; i++) {
        struct sw_position other = team->ahead[i];
        team->ahead[i] = team->ahead[team->n_ahead - 1 - i];
        team->ahead[team->n_ahead - 1 - i] = other;
    }
    team->in_range = e->frames[base].kind == SW_FRAME_RANGE;
}

/* The next section that the team will do; 0: none, or not yet known. */
uint32_t sw_team_look_ahead(struct sw_emulator *e, uint32_t number)
{
    struct sw_team *team = &e->teams[number];
    while (team->n_ahead && !e->error) {
        sw_emulator_spend(e, 1);
        struct sw_position *position = &team->ahead[team->n_ahead - 1];
        if (position->item == e->nodes[position->node].n_items) {
            team->n_ahead--;
            continue;
        }
        const struct sw_item *item = &e->items[e->nodes[position->node].first + position->item];
        const struct sw_node *node = &e->nodes[item->node];
        bool has_more = node->kind == SW_NODE_GROUP || node->kind == SW_NODE_SECTION;
        position->rep = has_more ? position->rep + 1 : item->count;
        if (position->rep >= item->count)
            position->item++, position->rep = 0;
        if (node->kind == SW_NODE_GROUP) {
            position = position_for_one(e, team);
            if (position)
                *position = (struct sw_position){.node = item->node};
        } else if (node->kind == SW_NODE_TASK && team->in_range) {
            team->n_ahead = 0;
        } else if (node->kind == SW_NODE_SECTION) {
            if (sw_emulator_is_queued(e, node) || !(node->flags & SW_NODE_NOWAIT))
                team->n_ahead = 0;
            return sw_emulator_is_queued(e, node) ? 0 : item->node;
        }
    }
    return 0;
}
