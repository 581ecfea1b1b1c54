#include "engine/step.h"

bool sw_step_deepen(struct sw_strand *s, struct sw_frame *top)
{
    if (top + 1 < s->frames_end) {
        s->highest = top + 1;
        return true;
    }
    s->deeper++;
    s->lost_frames++;
    return false;
}

struct sw_block *sw_step_new_block(struct sw_strand *s)
{
    return sw_arena_take(s->pool.arena, sizeof(struct sw_block));
}

void sw_event_call(struct sw_strand *s, uint32_t site, uint32_t function, uint64_t cost)
{
    sw_strand_knows(s, site);
    struct sw_standing a = s->at;
    sw_step_call(s, &a, site, function, cost);
    s->at = a;
}

void sw_event_return(struct sw_strand *s, uint64_t cost)
{
    struct sw_standing a = s->at;
    sw_step_return(s, &a, cost, 0);
    s->at = a;
}

void sw_event_leaf(struct sw_strand *s, uint32_t site, uint64_t before, uint64_t inside)
{
    sw_strand_knows(s, site);
    struct sw_standing a = s->at;
    sw_step_leaf(s, &a, site, before, inside);
    s->at = a;
}

void sw_event_spawn(struct sw_strand *s, uint32_t site, uint32_t function, uint64_t cost)
{
    sw_strand_knows(s, site);
    struct sw_standing a = s->at;
    sw_step_spawn(s, &a, site, function, cost);
    s->at = a;
}

void sw_event_spawn_return(struct sw_strand *s, uint64_t cost)
{
    struct sw_standing a = s->at;
    sw_step_spawn_return(s, &a, cost, 0);
    s->at = a;
}

void sw_event_close(struct sw_strand *s)
{
    if (s->at.top->flags & SW_FRAME_SPAWNED)
        sw_event_spawn_return(s, 0);
    else
        sw_event_return(s, 0);
}

void sw_event_spawn_leaf(struct sw_strand *s, uint32_t site, uint64_t before, uint64_t inside)
{
    sw_strand_knows(s, site);
    struct sw_standing a = s->at;
    sw_step_spawn_leaf(s, &a, site, before, inside);
    s->at = a;
}

void sw_event_sync(struct sw_strand *s, uint64_t cost)
{
    struct sw_standing a = s->at;
    sw_step_sync(s, &a, cost);
    s->at = a;
}

void sw_event_pass(struct sw_strand *s, uint64_t cost)
{
    s->at.work += cost;
}

struct sw_position sw_strand_position(const struct sw_strand *s)
{
    const struct sw_standing *a = &s->at;
    return (struct sw_position){a->work, sw_step_span(a), sw_step_burdened(a), a->spawns, a->syncs};
}

uint64_t sw_event_region(struct sw_strand *s, uint32_t label, uint64_t cost)
{
    s->at.work += cost;
    for (uint64_t i = 0; i < SW_REGIONS_MAX; i++) {
        if (s->open_regions[i].in_use)
            continue;
        s->open_regions[i].in_use = 1;
        s->open_regions[i].label = label;
        s->open_regions[i].from = sw_strand_position(s);
        return i;
    }
    return SW_REGIONS_MAX;
}

/* A region that ends on a shorter path than it began on has no span of its own. */
static uint64_t since(uint64_t from, uint64_t to)
{
    return to > from ? to - from : 0;
}

void sw_event_region_end(struct sw_strand *s, uint64_t handle, uint64_t cost)
{
    s->at.work += cost;
    if (handle >= SW_REGIONS_MAX || !s->open_regions[handle].in_use)
        return;
    s->open_regions[handle].in_use = 0;
    struct sw_region_sums *r = &s->regions[s->open_regions[handle].label];
    const struct sw_position *from = &s->open_regions[handle].from;
    struct sw_position to = sw_strand_position(s);
    r->count++;
    r->work += since(from->work, to.work);
    r->span += since(from->span, to.span);
    r->burdened_span += since(from->burdened_span, to.burdened_span);
    r->spawns += to.spawns - from->spawns;
    r->syncs += to.syncs - from->syncs;
}

bool sw_strand_init(struct sw_strand *s, struct sw_arena *arena, uint64_t max_depth,
                    uint64_t burden, uint32_t site, uint32_t function)
{
    s->burden = burden;
    s->site_open = sw_arena_take(arena, SW_SITES_MAX * sizeof *s->site_open);
    s->function_open = sw_arena_take(arena, SW_SITES_MAX * sizeof *s->function_open);
    s->frames = sw_arena_take(arena, (max_depth + 2) * sizeof *s->frames);
    if (!s->site_open || !s->function_open || !s->frames)
        return false;
    s->frames_end = s->frames + max_depth + 2;
    s->at.top = s->highest = s->frames;
    s->at.top->flags = SW_FRAME_FIRST | SW_PARALLEL; /* what calls the root: its only instance */
    sw_prof_pool_init(&s->pool, arena);
    s->at.prof = &s->root;
    sw_event_call(s, site, function, 0);
    return true;
}

void sw_strand_finish(struct sw_strand *s)
{
    s->deeper = 0;
    while (s->at.top > s->frames)
        sw_event_close(s);
    sw_prof_flatten(&s->pool, &s->root);
    sw_prof_flatten(&s->pool, &s->off);
}
