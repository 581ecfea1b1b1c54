/*
 * The processor time of a simulated program by itself, silently: threads that take turns on one core work longer, and collect/collect.h
 * puts all times right by it.
 *
 * Of a program with threads: on the cores that are here, as it divides its work itself.
 *
 * Of OpenMP: with as many threads as were simulated, on however few cores, because the work may depend on their number, and that is to
 * stay. Who waits is to sleep (OMP_WAIT_POLICY=passive), or its waiting would count. The kernel's turns are so long that caches do not
 * matter much, and what they take, and what the runtime does, only make the time longer: so what is scaled is scaled by too little, if not
 * right. One thread alone would do other work; and one logical thread is simulated anyhow, at its native speed: where N of them do not
 * work longer than that one there is nothing to put right, and what was put right is never less than that one's work, whatever else
 * the machine did meanwhile. Not where threads wait for flags of their own and have no core each: they would use up their turns by that.
 */
#ifndef SPANWISE_TOOL_MEASURE_PACE_H
#define SPANWISE_TOOL_MEASURE_PACE_H

#include "tool/measure/profiled.h"

/* With that many threads, by its arguments and its environment. `first`: how it ended when it was measured. UINT64_MAX: it did not end like
 * that, or not in time. */
uint64_t sw_pace_time(const struct sw_profiling *profiling, uint64_t threads, uint64_t limit_ns,
                      const struct sw_child_end *first);

enum sw_paced {
    SW_PACE_RIGHT,     /* as it was, or it cannot be known */
    SW_PACE_PUT_RIGHT, /* was collected again */
    SW_PACE_UNTIMED, /* N threads worked longer than one, and there was no time to see whether that was so natively */
};

/* Of OpenMP, a simulation that has been collected. `one`: the work of one logical thread. `limit_ns`: 0: there is no time. */
enum sw_paced sw_pace_openmp(struct sw_profiling *profiling, uint64_t one, uint64_t limit_ns,
                             const struct sw_child_end *first);

#endif
