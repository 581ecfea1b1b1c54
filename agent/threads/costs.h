/* What operations on threads cost on this machine, in ticks of the meter: SPANWISE_THREADS_COSTS, which the tool has measured
 * (helpers/calibrate/threads.c), by name: "lock=20,wake=1500,...", in nanoseconds, or with "=" before all of it in the meter's unit. */
#ifndef SPANWISE_AGENT_THREADS_COSTS_H
#define SPANWISE_AGENT_THREADS_COSTS_H

#include "live/live.h"

struct sw_thread_costs {
    uint64_t lock;    /* to take or release a lock that is free */
    uint64_t wake;    /* to wake a thread: what the one that does pays, ... */
    uint64_t latency; /* ... and how long after that the other one runs */
    uint64_t create;  /* the same of a new thread */
    uint64_t start;
    uint64_t yield;
};

#define SW_THREAD_COST_NAMES "lock", "wake", "latency", "create", "start", "yield"

void sw_thread_costs_read(struct sw_thread_costs *costs, const struct sw_live *live);

#endif
