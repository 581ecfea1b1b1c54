/* What the meter (agent/core/meter.h) keeps of each thread, and what the profiler costs. */
#ifndef SPANWISE_LIVE_METER_H
#define SPANWISE_LIVE_METER_H

#include "live/perf_meter.h"

/* What the profiler costs, by calibration, in sixteenths of a tick: a tick is about a nanosecond. */
#define SW_COST_TICK 16
struct sw_live_costs {
    uint64_t note;        /* a sled that is noted: what the program's own time grows by, ... */
    uint64_t dense_note;  /* ... and among many that are close together: */
    uint64_t dense_ticks; /* up to so many (whole) ticks from one to the next */
    uint64_t reading;     /* of the clock, back to back: what the above vary with */
    uint64_t replay;      /* what that takes later, when the clock does not count for the program */
    uint64_t loop;        /* from one chunk of a cilk_for to the next */
    uint64_t lock;        /* that is taken, or released; found when the first one is */
};

/* Clocks at one moment, from which on what a thread waited for a processor is found. */
struct sw_meter_reference {
    uint64_t ticks, cpu_ns;
    uint64_t voluntary;    /* switches to other threads */
    uint64_t run_delay_ns; /* that it waited, as the kernel counts it */
};

/* Of a thread. */
struct sw_thread_meter {
    uint64_t seen; /* ticks up to which all is counted */
    uint64_t run;  /* notes in a row that are close together */
    uint64_t debt; /* what notes have cost and is not subtracted yet, in 1/SW_COST_TICK ticks */
    uint64_t long_ticks;
    uint64_t overhead; /* ticks taken out: the profiler's */
    struct sw_live_costs costs;
    uint64_t reading; /* as last seen, see sw_meter_track() */
    uint64_t preempted_ticks;
    struct sw_meter_reference reference;
    uint64_t last_tick, tick_cost, tick_cost_most, events_before, work_at_tick, noise;
    struct sw_perf_meter perf; /* of a meter that is one */
    uint64_t apart;            /* ticks in which it was elsewhere: agent/cilk/apart.h */
    uint64_t preempted;        /* ticks taken out: the machine's share */
    uint64_t rest;             /* of a tick, that is left over: live/rates.h */
    uint64_t notes,
        dense; /* notes that were gone through, and those of them that were dense: dues.h */
};

#endif
