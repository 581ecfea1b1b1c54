/*
 * What is recorded of a barrier. All that is known of who worked and who waited between two barriers is each thread's
 * clock when the last one has come; the next phase forgets it. So here, and nowhere else, each time is put down:
 *
 *   - of the region, and of the phase that the barrier ends: what all threads worked, what the busiest one did, how
 *     many worked at all (SW_OMP_BUSY, _LONGEST, _WORKERS);
 *   - what threads waited, of that construct which they waited for (SW_OMP_WAIT): a loop, a single, or the phase;
 *   - of the call of the barrier, how often it was a single that was waited for, and which (SW_OMP_SINGLE_ENDS, _AT).
 *
 * These are figures of constructs (live/openmp.h). What they mean is said elsewhere, each once: whether a call of a
 * barrier is a part of a single, in collect/openmp.c; whether a phase is the work of one, of few or of all, in
 * analysis/openmp/waits.c.
 */
#ifndef SPANWISE_AGENT_OPENMP_CORE_BARRIER_FACTS_H
#define SPANWISE_AGENT_OPENMP_CORE_BARRIER_FACTS_H

#include "agent/openmp/simulator/team.h"

/* All have come, at team->latest. `construct`: what the last one says it ends. Returns that of what was waited for. */
uint32_t sw_omp_barrier_count(struct sw_omp_team *team, uint32_t construct);

/* Of a thread that there is a task for again: what it waited at the barrier before that. */
void sw_omp_barrier_count_idle(struct sw_omp_team *team, uint32_t construct, uint64_t waited);

#endif
