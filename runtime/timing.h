/* Timing for calibrations: the smallest of several rounds is taken, since noise only adds. */
#ifndef SPANWISE_RUNTIME_TIMING_H
#define SPANWISE_RUNTIME_TIMING_H

#include "runtime/live.h"

#define SW_TIME_ROUNDS 25

/* Something's time, and apart from it what was skipped meanwhile; the best of all rounds. */
struct sw_timing {
    uint64_t own, skipped;
    uint64_t start, overhead; /* of the round */
};
#define SW_TIMING_INIT                           \
    {                                            \
        .own = UINT64_MAX, .skipped = UINT64_MAX \
    }

/* A round, on a thread that reports its events. */
void sw_time_start(struct sw_timing *timing, struct sw_thread *thread);
void sw_time_end(struct sw_timing *timing, struct sw_thread *thread);

/* So many calls: each waits for the one before or, in pairs, for the last but one. */
typedef uint64_t sw_timed(uint64_t n);
struct sw_timing sw_time_calls(struct sw_thread *thread, sw_timed *function, uint64_t n, int calls,
                               bool pairs);

/* What a reading of the clock takes, back to back. */
uint64_t sw_time_reading(void);

static inline uint64_t sw_less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

#endif
