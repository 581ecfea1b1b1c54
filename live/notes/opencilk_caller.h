/*
 * Call sites of functions that only tell that they were entered: the frame pointer leads to where
 * they return to. A compiler may have used the register for something else, or the function has left
 * it as its caller had it; so the code in front of that place is looked at.
 */
#pragma once

#include "live/live.h"

enum sw_caller {
    SW_CALLER_NO_CODE,
    SW_CALLER_OTHER, /* no call, or one of something else */
    SW_CALLER_MAYBE, /* a call through a pointer or a linker's stub may be of anything */
    SW_CALLER_SURE,
};

/* So often a function's frame pointer may lead to no code; then it is not followed any more. */
#define SW_STRANGERS_MAX 16

/* Is it worth while to follow the frame pointer of a function? */
static inline bool sw_caller_wanted(const struct sw_live_function *function)
{
    return function->strangers < SW_STRANGERS_MAX;
}

/* What `from`, which may be anything, is to the function. */
enum sw_caller sw_caller_judge(const struct sw_live *live, uint64_t from,
                               const struct sw_live_function *function);

/* Are both in the code of one module? */
bool sw_caller_same_module(const struct sw_live *live, uint64_t a, uint64_t b);

/* The function itself as a site, which stands for calls from places that are not known: it has no
 * address. Inside an event. */
uint32_t sw_caller_nobody(struct sw_thread *thread, uint32_t function);
