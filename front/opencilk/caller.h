/*
 * Call sites of functions that only tell that they were entered: the frame pointer leads to where
 * they return to. A compiler may have used the register for something else; then what it leads to
 * is mostly no code, or a call of something else. So the code there is looked at once.
 */
#ifndef SPANWISE_FRONT_OPENCILK_CALLER_H
#define SPANWISE_FRONT_OPENCILK_CALLER_H

#include "runtime/live.h"

/* So often a function's frame pointer leads to no code before it is not followed any more. */
#define SW_STRANGERS_MAX 16

/* What stands for the call in the table of sites. */
static inline uint64_t sw_caller_address(const struct sw_live_function *function, uint64_t from)
{
    return from && function->strangers < SW_STRANGERS_MAX ? from : function->address;
}

/* The site of a call that was not seen before: `from` may be anything. Where it cannot be, or is
 * known to be wrong, the function itself is the site, without an address. Inside an event. */
__attribute__((noinline, cold)) uint32_t sw_caller_new(struct sw_thread *thread, uint64_t from,
                                                       uint32_t function, bool wrong);

#endif
