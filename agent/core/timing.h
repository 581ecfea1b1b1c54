/*
 * Timing for calibrations, in ticks of the meter. The processor's speed may change from one round to
 * the next: times are told as at the speed at which a reading of the clock takes `reading`; that which
 * three of four rounds reach counts, and the least of what was skipped.
 */
#pragma once

#include "live/live.h"

#define SW_TIME_ROUNDS 40

/* What a reading of the clock takes when the processor is fastest, in sixteenths of a tick. */
uint64_t sw_time_reading(void);

/* Has `measure` find the costs of events, on a thread for that; those of other kinds of events, later, are added. 0 or
 * -ENOMEM. */
int sw_time_events(struct sw_live *live,
                   void (*measure)(struct sw_live *, struct sw_thread *, struct sw_live_costs *));

/* Rounds of the same. Those that are compared have one `reading`. */
struct sw_timing {
    uint64_t own[SW_TIME_ROUNDS], skipped;
    uint64_t reading, start, overhead;
};
void sw_time_init(struct sw_timing *timing, uint64_t reading);

/* A round, on a thread that reports its events. */
void sw_time_start(struct sw_timing *timing, struct sw_thread *thread);
void sw_time_end(struct sw_timing *timing, struct sw_thread *thread, int round);

/* After all rounds: the ticks of one. */
uint64_t sw_time_usual(uint64_t own[SW_TIME_ROUNDS]);

/* So many calls: each waits for the one before or, in pairs, for the last but one. */
typedef uint64_t sw_timed(uint64_t n);
struct sw_timed_calls {
    uint64_t n;
    int times;
    bool pairs;
    uint64_t notes; /* that all of them take */
};

/* Something's ticks, and apart from them what was skipped meanwhile. */
struct sw_timed_ticks {
    uint64_t own, skipped;
};
struct sw_timed_ticks sw_time_calls(struct sw_thread *thread, uint64_t reading, sw_timed *function,
                                    const struct sw_timed_calls *calls);

/* A note, by calls that take notes, and the same bare. */
struct sw_timed_note {
    uint64_t interval;     /* ticks from one to the next */
    uint64_t cost, replay; /* in sixteenths */
};
struct sw_timed_note sw_time_note(struct sw_timed_ticks noted, struct sw_timed_ticks bare,
                                  const struct sw_timed_calls *calls);

/* Where events are read one at a time, so many calls are enough: each takes some microseconds. */
#define SW_TIME_FEW 50

/* A front end's functions that take notes, and the same bare: a small recursion, whose notes are as dense as can be, or a leaf with work
 * between its entry and its exit, of two notes. */
typedef struct sw_timed_note sw_timed_notes(struct sw_live *live, struct sw_thread *thread,
                                            uint64_t reading, bool is_leaf,
                                            const struct sw_timed_calls *calls);

/* Fills in what notes cost: as dense as can be; with work between them, in a chain and in pairs. Of a meter that is no clock: what events
 * cost that are read where they happen, which are no faster in one place than in another. */
void sw_time_notes(struct sw_live *live, struct sw_thread *thread, struct sw_live_costs *costs,
                   sw_timed_notes *notes, const struct sw_timed_calls *recursion);

/*
 * What a runtime's operations cost, as the tool has measured it and says in an environment variable: [=][NAME=]NUMBER,... With the first
 * sign they are in the meter's own unit, else nanoseconds, and nothing to meters that are no clock; without a name it is the next one.
 * Bits of those that are said are returned; the others are left as they are.
 */
uint64_t sw_costs_read(uint64_t *costs, const char *const *names, size_t n, const char *variable,
                       const struct sw_live *live, bool is_time);
