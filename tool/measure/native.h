/* Runs of the program by itself, silently: for the processor time that a simulated one is put right by, and for real times. */
#pragma once

#include "profile/profile.h"
#include "tool/measure/child.h"
#include "tool/measure/profiling.h"

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

/* Real runs of a program as it is, to lay beside what is predicted: on one core and on all that this machine has, silently. */
enum { SW_REAL_TRIALS = 3 }; /* at most, of each */

/* Adds them to the profile: none where the machine has one core, or others use it (SW_PROFILE_CORES_BUSY), or there is no time before `until_ns`
 * (sw_clock_ns()). `end`: of the run that the user saw, which they must end as. A program has so many cores and no more, however many threads
 * it makes; one whose threads bind themselves to others has no real run. */
void sw_real_runs(struct sw_profile *profile, char *const *argv, const struct sw_child_end *end,
                  uint64_t until_ns);
