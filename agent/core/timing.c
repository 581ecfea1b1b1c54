/* Times events for calibration. */
#include "agent/core/timing.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "agent/core/thread.h"
#include "base/order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define READINGS 100
#define LEAVES   1000 /* calls of a leaf */

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

uint64_t sw_time_reading(void)
{
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < SW_TIME_ROUNDS; round++)
        best = sw_least(best, sw_meter_reading(READINGS));
    return best;
}

void sw_time_init(struct sw_timing *timing, uint64_t reading)
{
    *timing = (struct sw_timing){.skipped = UINT64_MAX, .reading = reading};
}

void sw_time_start(struct sw_timing *timing, struct sw_thread *t)
{
    if (sw_enter(0))
        sw_leave(t);
    timing->overhead = t->meter.overhead;
    timing->start = sw_meter_of(t);
}

void sw_time_end(struct sw_timing *timing, struct sw_thread *t, int round)
{
    uint64_t took = sw_meter_of(t) - timing->start, skipped = t->meter.overhead - timing->overhead;
    timing->own[round] = less(took, skipped);
    if (!t->counter)
        timing->own[round] = timing->own[round] * timing->reading / sw_meter_reading(READINGS);
    timing->skipped = sw_least(timing->skipped, skipped);
}

uint64_t sw_time_usual(uint64_t own[SW_TIME_ROUNDS])
{
    for (int i = 1; i < SW_TIME_ROUNDS; i++)
        for (int k = i; k > 0 && own[k] < own[k - 1]; k--) {
            uint64_t larger = own[k - 1];
            own[k - 1] = own[k];
            own[k] = larger;
        }
    return own[SW_TIME_ROUNDS / 4];
}

struct sw_timed_ticks sw_time_calls(struct sw_thread *t, uint64_t reading, sw_timed *function,
                                    const struct sw_timed_calls *calls)
{
    struct sw_timing timing;
    sw_time_init(&timing, reading);
    for (int round = 0; round < SW_TIME_ROUNDS; round++) {
        uint64_t x = calls->n, y = calls->n;
        sw_time_start(&timing, t);
        for (int i = 0; i < calls->times; i += 1 + calls->pairs) {
            x = function(x);
            if (calls->pairs)
                y = function(y);
        }
        sw_time_end(&timing, t, round);
    }
    return (struct sw_timed_ticks){sw_time_usual(timing.own), timing.skipped};
}

struct sw_timed_note sw_time_note(struct sw_timed_ticks noted, struct sw_timed_ticks bare,
                                  const struct sw_timed_calls *calls)
{
    return (struct sw_timed_note){noted.own / calls->notes,
                                  less(noted.own, bare.own) * SW_COST_TICK / calls->notes,
                                  noted.skipped * SW_COST_TICK / calls->notes};
}

void sw_time_notes(struct sw_live *live, struct sw_thread *t, struct sw_live_costs *costs,
                   sw_timed_notes *notes, const struct sw_timed_calls *recursion)
{
    const struct sw_timed_calls few = {1, SW_TIME_FEW, .pairs = false, 2 * SW_TIME_FEW};
    const struct sw_timed_calls leaves = {1, LEAVES, .pairs = false, 2 * LEAVES};
    const struct sw_timed_calls leaves_in_pairs = {1, LEAVES, .pairs = true, 2 * LEAVES};
    if (t->counter) {
        struct sw_timed_note event = notes(live, t, costs->reading, true, &few);
        costs->note = costs->dense_note = event.cost;
        costs->replay = event.replay;
        return;
    }
    struct sw_timed_note dense = notes(live, t, costs->reading, false, recursion);
    struct sw_timed_note chain = notes(live, t, costs->reading, true, &leaves);
    struct sw_timed_note pairs = notes(live, t, costs->reading, true, &leaves_in_pairs);
    costs->dense_note = dense.cost;
    /* Programs are between the two, those with many short calls nearer to the first. */
    costs->note = (2 * chain.cost + pairs.cost) / 3;
    /* Where a reading waits for what was before it, it costs the more the more that is. */
    bool waits = costs->note > costs->dense_note;
    costs->dense_ticks = dense.interval + (waits ? dense.interval / 4 : 2);
    costs->replay = dense.replay;
}

int sw_time_events(struct sw_live *live,
                   void (*measure)(struct sw_live *, struct sw_thread *, struct sw_live_costs *))
{
    if (live->options.meter == SW_METER_INSTRUCTIONS)
        return 0; /* none of an event is counted */
    struct sw_thread *t = sw_thread_make(live, 1000, 1000);
    if (!t)
        return -ENOMEM;
    sw_meter_start(live, t);
    struct sw_thread *before = sw_thread_self;
    sw_thread_self = t;
    struct sw_live_costs costs = live->costs;
    if (!costs.reading)
        costs.reading = sw_time_reading();
    measure(live, t, &costs);
    sw_thread_self = before;
    sw_counter_stop(t);
    live->costs = costs;
    return 0;
}

uint64_t sw_costs_read(uint64_t *costs, const char *const *names, size_t n, const char *variable,
                       const struct sw_live *live, bool is_time)
{
    const char *text = secure_getenv(variable);
    bool plain = text && *text == '=';
    uint64_t said = 0;
    if (!text || (!plain && !is_time))
        return 0;
    text += plain;
    for (size_t next = 0; *text; next++, text += *text == ',') {
        size_t item = strcspn(text, ","), length = strcspn(text, "="), which = next;
        bool named = length < item;
        if (named && length)
            for (which = 0; which < n; which++)
                if (strlen(names[which]) == length && !memcmp(names[which], text, length))
                    break;
        uint64_t value = strtoull(named ? text + length + 1 : text, NULL, 10);
        if (which < n) {
            costs[which] = plain ? value : sw_live_to_ticks(live, value);
            said |= 1ull << which;
        }
        text += item;
    }
    return said;
}
