/*
 * What a lock and a queue of tasks cost who uses them, by who used them last, and when: one rule for the simulation in the program
 * (agent/openmp) and for the emulation of its tree (analysis/emulate). What each cost means: profile/openmp_costs.h. In any unit.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct sw_lock_costs {
    uint64_t lock, lock_moved, hand_over, hand_over_back, section, hand_over_empty;
};

/* Between x = 0 and x = far. */
static inline uint64_t sw_cost_between(uint64_t near_cost, uint64_t far_cost, uint64_t x,
                                       uint64_t far)
{
    if (x >= far || near_cost >= far_cost)
        return far_cost;
    return near_cost + (uint64_t)((unsigned __int128)(far_cost - near_cost) * x / far);
}

/* Of one that is free. `moved`: another thread had it last. */
static inline uint64_t sw_lock_cost(const struct sw_lock_costs *c, bool moved)
{
    return c->lock + (moved ? c->lock_moved : 0);
}

/* Of one that was waited for: some time after it was released. By then who did that may have come back and taken it again: so the sooner
 * threads come back (after `gap`), and the shorter they have it (for `length`), the less often it is really handed over. */
static inline uint64_t sw_hand_over_cost(const struct sw_lock_costs *c, uint64_t length,
                                         uint64_t gap)
{
    if (!c->hand_over_back)
        return c->hand_over;
    uint64_t back = sw_cost_between(c->hand_over_empty, c->hand_over_back, length, c->section);
    return sw_cost_between(back, c->hand_over, gap, c->hand_over / 2);
}

/* Of a queue that threads use one at a time: who used it last (0: nobody), and when that was done. */
struct sw_queue_use {
    uint64_t user, until;
};

/* The user has used it then, and pays so much: who has to wait for it takes `busy` from then on; who finds it free pays for the cache
 * lines that another one had. */
static inline uint64_t sw_queue_cost(struct sw_queue_use *queue, uint64_t user, uint64_t now,
                                     uint64_t moved, uint64_t busy)
{
    uint64_t cost = queue->until > now                   ? queue->until - now + busy
                    : queue->user && queue->user != user ? moved
                                                         : 0;
    *queue = (struct sw_queue_use){user, now + cost};
    return cost;
}
