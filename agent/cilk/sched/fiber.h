/*
 * Stacks for stolen continuations. One is as large as the stack of a thread may become, in
 * addresses: memory is taken as it is touched, and there is a page below that none may touch. They
 * are used again and again, and shared by all workers.
 */
#ifndef SPANWISE_AGENT_CILK_SCHED_FIBER_H
#define SPANWISE_AGENT_CILK_SCHED_FIBER_H

#include "agent/cilk/sched/sanitizer.h"

#include <stdbool.h>
#include <stdint.h>

/* At the top of its stack. */
struct sw_fiber {
    struct sw_fiber *next; /* in a list */
    uint64_t start;        /* the stack pointer that a continuation starts with */
    uint64_t low, bytes;   /* the mapping */
    uint64_t left;         /* the stack pointer when it was left */
    struct sw_sanitizer_stack known;
    bool kept; /* until the frame that has something on it ends */
};

/* NULL: there is no memory for one. */
struct sw_fiber *sw_fiber_take(void);
void sw_fiber_give(struct sw_fiber *fiber);

/* In the child of a fork: the other threads of the pool are gone. */
void sw_fiber_after_fork(void);

#endif
