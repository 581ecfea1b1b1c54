/* Instructions that a strand's thread has counted become steady time (live/rates.h), by the call site whose own work they are. */
#pragma once

#include "live/live.h"

__attribute__((noinline, cold)) uint64_t sw_steady_convert(struct sw_thread *thread, uint64_t n);

/* The traffic since the last event is that of the frame that the strand is in. */
__attribute__((noinline, cold)) void sw_steady_charge(struct sw_thread *thread);

/* Since the last event; before the next one has changed any frame. Where the meter counts no time, or is a clock: the same. */
static inline uint64_t sw_steady_cost(struct sw_thread *t, uint64_t cost)
{
    /* What is pending will have its frame; who has jumped elsewhere may have none any more. */
    if (__builtin_expect(t->memory && !t->pending.sled && !t->cilk.tail_sp, 0))
        sw_steady_charge(t);
    return __builtin_expect(t->rates != NULL, 0) ? sw_steady_convert(t, cost) : cost;
}
