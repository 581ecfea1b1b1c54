/*
 * What OpenMP's constructs cost, by name, once for all who know them: the helper that measures them, the simulation in the program, the
 * profile, which keeps those that its simulations were made with, the machine description and the emulator.
 */
#pragma once

#include <stdint.h>

/* What constructs cost on real threads, in the unit of who has them: added to the simulated time, and to the
 * emulated one. Measured on the machine against the
 * OpenMP runtime that the program is linked with; without that nothing. Handed over by their names, or in this order. */
struct sw_omp_costs {
    uint64_t fork, fork_thread;       /* a region; and for each thread of it */
    uint64_t barrier, barrier_thread; /* once all have come; and for each thread */
    uint64_t chunk;                   /* to take one */
    uint64_t task;                    /* to make and run one, by one thread */
    uint64_t lock;                    /* that is free */
    uint64_t hand_over;               /* that others wait for */
    uint64_t region_of_one;           /* a region of one thread, from its begin to its end, ... */
    uint64_t nested_of_one;           /* ... and one that is inside another region */
    uint64_t barrier_of_one;          /* in one */
    uint64_t fork_nested; /* a region inside another one: for each thread but the first, ... */
    uint64_t join_nested; /* ... and the same at its end */
    uint64_t lock_moved;  /* more than `lock`, of a free one that another thread had last */
    /* Handing a lock to a waiting thread, while the one that had it comes back at once and sometimes wins: */
    uint64_t hand_over_back;  /* after it was held for `section` */
    uint64_t section;         /* how long that was in the measurement */
    uint64_t hand_over_empty; /* after it was held for next to nothing */
    /* Tasks: */
    uint64_t task_make;    /* of `task`, what its maker takes */
    uint64_t task_at_once; /* one that its maker runs at once, as it must or as too many wait */
    uint64_t task_wait;    /* to begin to wait for tasks */
    uint64_t task_again;   /* from one task to the next, while one waits */
    uint64_t task_taken; /* more than `task`, of one that another thread has made: libomp's steal */
    uint64_t task_part;  /* for an untied one to be queued again and to go on (libomp) */
    /* libgomp's queue, which a team's threads use one at a time, once to make a task, to begin to wait, and to end a task: */
    uint64_t queue_moved;  /* if another thread used it last (libomp's: took a task from it), ... */
    uint64_t queue_busy;   /* ... or had to be waited for: from one use to the next */
    uint64_t queue_wake;   /* to wake who may sleep */
    uint64_t chunk_of_one; /* to take a chunk, in a team of one */
    uint64_t turn, turn_given; /* an ordered part after one of the same thread; after another's */
    uint64_t post, sink; /* a doacross loop: an iteration is posted; a posted one looked for */
};

enum { SW_OMP_COSTS = sizeof(struct sw_omp_costs) / sizeof(uint64_t) };

static inline uint64_t *sw_omp_cost(struct sw_omp_costs *costs, int number)
{
    return (uint64_t *)costs + number;
}

/* In the order of the structure. */
#define SW_OMP_COST_NAMES                                                                          \
    "fork", "fork_thread", "barrier", "barrier_thread", "chunk", "task", "lock", "hand_over",      \
        "region_of_one", "nested_of_one", "barrier_of_one", "fork_nested", "join_nested",          \
        "lock_moved", "hand_over_back", "section", "hand_over_empty", "task_make", "task_at_once", \
        "task_wait", "task_again", "task_taken", "task_part", "queue_moved", "queue_busy",         \
        "queue_wake", "chunk_of_one", "turn", "turn_given", "post", "sink"
