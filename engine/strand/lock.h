/*
 * Locks that a strand takes: how often and how long each was held, by the place that took it.
 *
 * A hold is as long as the span is between its ends: the time that it takes on any number of processors, at
 * least. Holds of one lock exclude each other, so their sum is a bound. Those that share the lock
 * (readers) are summed apart. What a hold must be to count: it ends in the task that it began in.
 *
 * Serial strands only: nothing here knows of steals.
 */
#ifndef SPANWISE_ENGINE_STRAND_LOCK_H
#define SPANWISE_ENGINE_STRAND_LOCK_H

#include <stdint.h>

enum { SW_HOLDS_MAX = 64, SW_LOCK_USES_MAX = 1 << 16 };

/* A lock and a place. */
struct sw_lock_use {
    uint32_t lock, site;
    uint64_t taken, held;
    uint64_t alone; /* of `held`: while the program had spawned nothing that could run meanwhile */
    uint64_t shared_taken, shared_held; /* not in the others */
};

struct sw_prof;

/* A lock that is held. */
struct sw_hold {
    uint32_t lock, site;
    uint32_t depth; /* how often its holder has taken it */
    uint32_t shared;
    uint64_t span, spawns, syncs; /* when it was taken */
    const struct sw_prof *prof;
    uint64_t task, task_work0; /* frame of the task, by its place, and as it began */
    uint64_t node, owed; /* the watcher's: its node in the tree, and what has passed before that */
};

struct sw_locks {
    struct sw_hold holds[SW_HOLDS_MAX]; /* in the order in which they were taken */
    uint32_t n_holds;
    uint32_t n_uses;
    struct sw_lock_use *uses; /* SW_LOCK_USES_MAX: addresses, not memory */
    uint32_t *slots;          /* 2 x SW_LOCK_USES_MAX: one more than a use's index; 0: free */
    uint64_t across;          /* holds with a spawn or a sync between their ends */
    uint64_t elsewhere;       /* that did not end in their task, or not that anybody saw */
    uint64_t unmatched;       /* ends of what nobody saw beginning */
    uint64_t lost;            /* holds that there was no room for */
    /* The innermost spawned frame, found once as long as the strand is in this prof and spawns nothing. */
    const struct sw_prof *task_prof;
    uint64_t task_spawns, task;
};

#endif
