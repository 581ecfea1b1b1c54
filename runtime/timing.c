#include "runtime/timing.h"
#include "front/cilk/events.h"
#include "runtime/meter.h"

#define READINGS 100

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void sw_time_start(struct sw_timing *timing, struct sw_thread *t)
{
    if (sw_cilk_enter(0))
        sw_cilk_leave(t);
    timing->overhead = t->overhead;
    timing->start = sw_meter_ticks();
}

void sw_time_end(struct sw_timing *timing, struct sw_thread *t)
{
    uint64_t took = sw_meter_ticks() - timing->start, skipped = t->overhead - timing->overhead;
    timing->own = smaller(timing->own, sw_less(took, skipped));
    timing->skipped = smaller(timing->skipped, skipped);
}

struct sw_timing sw_time_calls(struct sw_thread *t, sw_timed *function, uint64_t n, int calls,
                               bool pairs)
{
    struct sw_timing best = SW_TIMING_INIT;
    for (int round = 0; round < SW_TIME_ROUNDS; round++) {
        uint64_t x = n, y = n;
        sw_time_start(&best, t);
        for (int i = 0; i < calls; i += 1 + pairs) {
            x = function(x);
            if (pairs)
                y = function(y);
        }
        sw_time_end(&best, t);
    }
    return best;
}

uint64_t sw_time_reading(void)
{
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < SW_TIME_ROUNDS; round++) {
        uint64_t start = sw_meter_ticks(), now = start;
        for (int i = 0; i < READINGS; i++)
            now = sw_meter_ticks();
        best = smaller(best, now - start);
    }
    return best / READINGS;
}
