/* What tests ask of a strand beside the engine's own events: a root at once, and leaves by themselves. */
#pragma once

#include "engine/strand/step.h"

/* Starts a strand that is all zero, with the root's frame open, and with room for all that it may need. */
static inline bool test_strand_init(struct sw_strand *s, struct sw_arena *arena, uint64_t max_depth,
                                    uint64_t burden, uint32_t site, uint32_t function)
{
    if (!sw_strand_make(s, arena, max_depth + 2, max_depth + 2, SW_SITES_MAX, burden))
        return false;
    sw_strand_root(s, site, function);
    return true;
}

/* sw_event_call(before) and sw_event_return(inside) in one, as replays have it; and the same for a spawn. */
static inline void test_event_leaf(struct sw_strand *s, uint32_t site, uint64_t before,
                                   uint64_t inside)
{
    site = sw_strand_knows_site(s, site);
    struct sw_standing a = s->at;
    sw_step_leaf(s, &a, site, before, inside);
    s->at = a;
}

static inline void test_event_spawn_leaf(struct sw_strand *s, uint32_t site, uint64_t before,
                                         uint64_t inside)
{
    site = sw_strand_knows_site(s, site);
    struct sw_standing a = s->at;
    sw_step_spawn_leaf(s, &a, site, before, inside);
    s->at = a;
}
