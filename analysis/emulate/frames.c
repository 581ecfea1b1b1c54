/* Frames, threads and teams: slots that are used again. */
#include "analysis/emulate/parts.h"

enum { SLOT_STEPS = 64 }; /* so that memory, too, is bounded by the budget */

/* A new slot of an array. Slot 0 is there at all times: what an error leaves is harmless. */
#define SLOT(e, array)                 \
    (sw_emulator_spend(e, SLOT_STEPS), \
     SW_EMULATOR_GROW(e, (e)->array, (e)->n_##array, (e)->room_##array) ? (e)->n_##array++ : 0)

static uint32_t new_frame(struct sw_emulator *e, enum sw_frame_kind kind, uint32_t node)
{
    uint32_t frame = e->free_frame;
    if (frame != SW_NOBODY)
        e->free_frame = e->frames[frame].parent;
    else
        frame = SLOT(e, frames);
    e->frames[frame] = (struct sw_frame){.parent = SW_NOBODY,
                                         .base = frame,
                                         .node = node,
                                         .kind = (uint8_t)kind,
                                         .team = SW_NOBODY,
                                         .join = SW_NOBODY,
                                         .thread = SW_NOBODY,
                                         .newest = SW_NOBODY,
                                         .made = e->frames_made++};
    return frame;
}

uint32_t sw_emulator_push(struct sw_emulator *e, uint32_t thread, enum sw_frame_kind kind,
                          uint32_t node)
{
    uint32_t frame = new_frame(e, kind, node), top = e->threads[thread].top;
    e->frames[frame].parent = top;
    if (kind == SW_FRAME_GROUP)
        e->frames[frame].base = e->frames[top].base;
    e->threads[thread].top = frame;
    return frame;
}

void sw_emulator_pop(struct sw_emulator *e, uint32_t thread)
{
    uint32_t frame = e->threads[thread].top;
    e->threads[thread].top = e->frames[frame].parent;
    e->frames[frame].parent = e->free_frame;
    e->free_frame = frame;
}

uint32_t sw_emulator_new_thread(struct sw_emulator *e)
{
    uint32_t thread = e->free_thread;
    if (thread != SW_NOBODY)
        e->free_thread = e->threads[thread].next;
    else
        thread = SLOT(e, threads);
    e->threads[thread] = (struct sw_thread){.number = e->next_number++,
                                            .top = SW_NOBODY,
                                            .team = SW_NOBODY,
                                            .next = SW_NOBODY,
                                            .burden = 1,
                                            .alive = true};
    e->n_alive++;
    e->changes++;
    return thread;
}

void sw_emulator_end_thread(struct sw_emulator *e, uint32_t thread)
{
    e->threads[thread].alive = false;
    e->threads[thread].next = e->free_thread;
    e->free_thread = thread;
    e->n_alive--;
    e->changes++;
}

uint32_t sw_emulator_new_team(struct sw_emulator *e, uint32_t maker)
{
    uint32_t team = e->free_team;
    struct sw_team old = {0};
    e->changes++;
    if (team != SW_NOBODY) {
        e->free_team = e->teams[team].next;
        old = e->teams[team];
    } else {
        team = SLOT(e, teams);
    }
    e->teams[team] = (struct sw_team){.maker = maker,
                                      .size = e->P,
                                      .first_idle = SW_NOBODY,
                                      .last_idle = SW_NOBODY,
                                      .loops = old.loops,
                                      .room_loops = old.room_loops,
                                      .ahead = old.ahead,
                                      .room_ahead = old.room_ahead,
                                      .oldest = SW_NOBODY,
                                      .newest = SW_NOBODY};
    return team;
}

void sw_emulator_end_team(struct sw_emulator *e, uint32_t team)
{
    e->teams[team].maker = SW_NOBODY;
    e->teams[team].next = e->free_team;
    e->free_team = team;
}

/* Frames for the `left` tasks of a section from `task` on, with what is in front of each. *hint, or NULL: an item near the first one. */
void sw_emulator_seek(struct sw_emulator *e, uint32_t thread, uint32_t section, uint64_t task,
                      uint64_t left, uint32_t *hint)
{
    uint32_t frame = sw_emulator_push(e, thread, SW_FRAME_RANGE, section);
    e->frames[frame].left = left;
    if (!task)
        return;
    task--; /* the position is behind the one before */
    for (uint32_t node = section;;) {
        uint32_t i =
            sw_emulator_find_task(e, node, task, node == section && hint ? *hint : UINT32_MAX - 8);
        const struct sw_item *item = &e->items[e->nodes[node].first + i];
        if (node == section && hint)
            *hint = i;
        task -= e->before[e->nodes[node].first + i].tasks;
        e->frames[frame].item = i;
        bool is_task = e->nodes[item->node].kind == SW_NODE_TASK;
        uint64_t tasks = is_task ? 1 : e->measured[item->node].tasks;
        e->frames[frame].rep = (uint32_t)(task / tasks + 1); /* of groups the last is on top */
        if (e->frames[frame].rep == item->count)
            e->frames[frame].item++, e->frames[frame].rep = 0;
        if (is_task)
            return;
        task %= tasks;
        node = item->node;
        frame = sw_emulator_push(e, thread, SW_FRAME_GROUP, node);
    }
}
