/* Makes the program tree in the live range. */
#include "live/tree.h"
#include "live/live.h"

struct sw_live_tree *sw_live_tree_make(struct sw_live *live, uint64_t bound)
{
    struct sw_arena *arena = &live->arena;
    struct sw_live_tree *t = sw_arena_take(arena, sizeof *t);
    if (!t)
        return NULL;
    t->sites = sw_arena_take(arena, SW_LIVE_TREE_SITES * sizeof *t->sites);
    t->locks = sw_arena_take(arena, SW_LIVE_TREE_LOCKS * sizeof *t->locks);
    t->tree = sw_tree_make(arena, bound);
    t->n_sites = t->n_locks = 1;
    if (!t->sites || !t->locks || !t->tree)
        return NULL;
    if (live->options.meter == SW_METER_TIME) /* a clock tells no more */
        sw_tree_set_grain(t->tree, live->costs.reading / SW_COST_TICK);
    atomic_store(&live->tree, t);
    return t;
}
