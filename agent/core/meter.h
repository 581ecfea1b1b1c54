/*
 * The time meter: the processor's own counter (cntvct_el0, rdtsc), which costs 7-10 ns to read, and
 * two corrections. What the notes cost that stubs take is known by calibration and subtracted as it
 * falls due ("debt"); what is done with them later is between two readings. And time that the machine took for itself is found where a strand took
 * suspiciously long, and taken out, because a span is a maximum, and one interrupted strand would
 * be it:
 *   - an interval over 1 us that the kernel's clock tick fell into (the coarse clock has moved):
 *     what such interrupts were found to last, 2 to 20 us every 1 to 10 ms; all of it in a function
 *     that has such an interval once in 500 calls at most;
 *   - another one of up to 300 us in such a function, 600 of a worker among several: another
 *     interrupt, or the hypervisor's turn; but no more than 2% of the time is taken out for those;
 *   - an interval over 100 us: what the thread waited for a processor, as the kernel counts it.
 * Time in which the thread waited for something else (a file, a sleep) stays.
 *
 * Where the meter is no clock (counter.h), "ticks" are what it counts, and nothing is taken out.
 */
#pragma once

#include "agent/core/counter.h"
#include "agent/core/thread.h"
#include "agent/process/ticks.h"
#include "live/dues.h"
#include "live/notes/steady.h"

/* What the thread's meter says. On the thread. */
static inline uint64_t sw_meter_of(struct sw_thread *thread)
{
    return __builtin_expect(thread->counter != NULL, 0) ? sw_counter_now(thread) : sw_meter_ticks();
}

static inline uint64_t sw_meter_now(void)
{
    return sw_meter_of(sw_thread_self);
}

/* Starts the thread's clock. On the thread itself. */
void sw_meter_start(const struct sw_live *live, struct sw_thread *thread);

/* What is left of a long interval up to `now` when the machine's share is out. On the thread;
 * inside an event. */
__attribute__((noinline, cold)) uint64_t
sw_meter_long(const struct sw_live *live, struct sw_thread *thread, uint64_t now, uint64_t ticks);

/* What a reading of the clock takes, back to back, in sixteenths of a tick. */
uint64_t sw_meter_reading(unsigned readings);

/*
 * A processor's speed changes with its neighbours' load, and a clock of constant speed sees notes
 * cost more and less. This looks how long the clock takes to read now, and adapts the costs.
 */
void sw_meter_track(struct sw_thread *thread);

/* The calling thread's clocks, now. */
void sw_meter_note(struct sw_meter_reference *reference);

/* What a thread has waited so far is not to count against its next interval. */
__attribute__((noinline, cold)) void sw_meter_refer(struct sw_thread *thread);

/* The same, and how long the thread waited for a processor up to `now`, all since its reference was taken: so that had better
 * be young, sw_meter_refresh(). On the thread. */
__attribute__((noinline, cold)) uint64_t sw_meter_lost(struct sw_thread *thread, uint64_t now);

/* An event took as long as a preemption, up to `now`: if it was one, that is said, and nothing of it is to count against the
 * next interval. Leaves the rest to be skipped, up to what it returns. */
__attribute__((noinline, cold)) uint64_t sw_meter_skip_long(struct sw_thread *thread, uint64_t now);

/* What was done since the last reading is set apart: nobody's, and no overhead either. Inside an event. */
void sw_meter_set_apart(struct sw_thread *thread);

/* A younger reference, as of `now`, for one system call. Where the meter is a clock. */
void sw_meter_refresh(struct sw_thread *thread, uint64_t now);

/* The interval that the thread is in has less of the program's: what has passed since the meter stood at
 * `since`. Signal-safe; on the thread, outside events or inside the handler's own. */
void sw_meter_leave_out(struct sw_thread *thread, uint64_t since);

/* A power of two, in ticks, of about a microsecond: longer intervals are looked at. */
static inline unsigned sw_meter_long_shift(const struct sw_live *live)
{
    return 63 - (unsigned)__builtin_clzll(live->ticks_per_second / 1000000 | 1);
}

/* Of an interval's ticks, those that are the program's; `own` is what its end costs, of costs. */
static inline uint64_t sw_meter_pay(struct sw_thread *thread, uint64_t ticks, uint64_t own)
{
    uint64_t debt = thread->meter.debt + own, due = debt / SW_COST_TICK;
    uint64_t paid = ticks < due ? ticks : due;
    debt -= paid * SW_COST_TICK;
    thread->meter.debt = debt < SW_METER_DEBT_MAX ? debt : SW_METER_DEBT_MAX;
    thread->meter.overhead += paid;
    return ticks - paid;
}

/* The same of the interval up to `now`, which may have been a long one. On the thread; inside an event. */
static inline uint64_t sw_meter_cost(struct sw_thread *thread, uint64_t now, uint64_t own)
{
    if (now < thread->meter.seen)
        now = thread->meter.seen; /* read before the thread was known */
    uint64_t ticks = now - thread->meter.seen;
    thread->meter.seen = now;
    if (ticks > thread->meter.long_ticks)
        ticks = sw_meter_long(thread->live, thread, now, ticks);
    return sw_steady_cost(thread, sw_meter_pay(thread, ticks, own));
}

/* What was done since the last reading is nobody's: the program's time goes on here. */
static inline void sw_meter_skip(struct sw_thread *thread)
{
    uint64_t now = sw_meter_of(thread);
    if (__builtin_expect(now - thread->meter.seen > thread->meter.preempted_ticks, 0))
        now = sw_meter_skip_long(thread, now);
    thread->meter.overhead += now - thread->meter.seen;
    thread->last = thread->meter.seen = now;
}
