/*
 * The budget: what the profiler may cost on a program that spends its time in tiny calls. When the
 * calls' events have cost too much of the program's own time, the functions with the most calls
 * since the last look are taken out, if a call of them by itself costs next to nothing: their sleds
 * become nops again, or their hooks return at once, and from then on they count as inlined into
 * their callers. Functions that spawn or
 * are spawned stay: spans need them.
 *
 * Too much is an eighth of the given percentage by the calibrated cost of a call. In a program that
 * waits for memory an event costs several times that, because the processor overlaps less, and a
 * function is only taken out when its calls have cost something; what is promised is the real cost.
 */
#pragma once

#include "live/live.h"

#define SW_BUDGET_SAMPLE 251 /* events; a prime, to keep out of step with loops of the program */

#define SW_BUDGET_LONG   32768 /* ticks of an invocation: some 10 us and more */

/* A return now and then tells how long its function took, without its calls. Long ones are all counted: those of a
 * recursive function are few, and may be most of its time. */
static inline void sw_budget_sample(struct sw_thread *t, uint32_t function, uint64_t own)
{
    if (__builtin_expect(own >= SW_BUDGET_LONG, 0)) {
        t->calls[function].long_own += own;
        return;
    }
    if (t->budget.next_sample)
        return;
    t->budget.next_sample = SW_BUDGET_SAMPLE;
    t->calls[function].sampled_own += own;
    t->calls[function].samples++;
}
