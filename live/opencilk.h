/* The blocks of programs with OpenCilk's hooks: of each thread, and of the live range. See agent/opencilk/. */
#ifndef SPANWISE_LIVE_OPENCILK_H
#define SPANWISE_LIVE_OPENCILK_H

#include "base/range.h"

#define SW_STACKS_MAX       8
#define SW_OPENCILK_WORKERS 16

struct sw_opencilk_thread {
    /* Stacks that hooks were called on, its own and fibers; which is in use (and in the thread's stack_low and
     * stack_size too); up to where frame pointers can be followed on it. */
    struct sw_stack stacks[SW_STACKS_MAX];
    uint64_t stack, n_stacks, frames_end;
    uint64_t detach, detach_sp, detach_region; /* the last one */
    uint32_t *by_id;                           /* as below */
    uint64_t too_deep; /* calls and tasks that have no frame, for want of memory */
};

struct sw_opencilk_live {
    uint32_t *by_id;    /* the function of an id of OpenCilk's; NULL: no hooks */
    uint64_t has_grain; /* loops have that of so many workers */
};

#endif
