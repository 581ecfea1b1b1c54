/* Makes the program tree in the live range. */
#include "live/tree.h"
#include "live/live.h"

struct sw_live_tree *sw_live_tree_make(struct sw_live *live, uint64_t bound)
{
    struct sw_arena *arena = &live->arena;
    struct sw_live_tree *t;
    if (!SW_TAKE(arena, t, 1) || !SW_TAKE(arena, t->sites, SW_LIVE_TREE_SITES) ||
        !SW_TAKE(arena, t->locks, SW_LIVE_TREE_LOCKS) || !(t->tree = sw_tree_make(arena, bound)))
        return NULL;
    t->n_sites = t->n_locks = 1;
    if (live->options.meter == SW_METER_TIME) /* a clock tells no more */
        sw_tree_set_grain(t->tree, live->costs.reading / SW_COST_TICK);
    atomic_store(&live->tree, t);
    return t;
}
