/*
 * Parallel regions: a team begins one, meets at barriers in it, and ends it (simulator/team.h). Inside the runtime but
 * where it says otherwise.
 */
#pragma once

#include "agent/openmp/simulator/team.h"

/* What an OS thread is in outside all regions. */
void sw_omp_team_begin_root(struct sw_omp_thread *root);

/* How many threads a region gets, which others that are behind may get before. `asked`: its num_threads clause, or 0. */
unsigned sw_omp_team_size(struct sw_omp_thread *thread, unsigned asked);

/* A region of n threads: all but the caller begin to run function(data); the caller is its thread 0
 * from now on, until the end, which waits for all. */
struct sw_omp_team *sw_omp_team_begin(struct sw_omp_thread *thread, unsigned n,
                                      void (*function)(void *), void *data, const void *address);
void sw_omp_team_end(struct sw_omp_thread *thread);

/* The same of a league: the threads that each begin one of its teams (league.h). */
struct sw_omp_team *sw_omp_league_begin(struct sw_omp_thread *thread, unsigned n,
                                        void (*function)(void *), void *data, const void *address);

/* Its memory, of n threads. */
struct sw_omp_team *sw_omp_team_new(unsigned n);
void sw_omp_team_release(struct sw_omp_team *team);

/* All of it; `body` is the program's own function. */
void sw_omp_parallel(void (*function)(void *), void *data, unsigned asked, const void *address,
                     const void *body);

/* What a logical thread of a pool does: waits for a region and runs its part. */
void sw_omp_team_serve(struct sw_omp_thread *thread);

/* The construct is what it ends: a loop, or what went before it. */
void sw_omp_barrier(struct sw_omp_thread *thread, uint32_t construct);

/* The same; true: the region is cancelled, and others may not have come. */
bool sw_omp_barrier_cancellable(struct sw_omp_thread *thread, uint32_t construct);

/* The one at the region's end: only its thread 0 comes back, others when they have another job. */
void sw_omp_barrier_final(struct sw_omp_thread *thread);

/* The region is cancelled: who waits at a barrier that can be left does so. */
void sw_omp_team_cancel(struct sw_omp_thread *thread);

/* A task can run: somebody who waits at the barrier may. */
void sw_omp_team_wake_one(struct sw_omp_team *team, uint64_t clock);

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
 * barrier is a part of a single, in collect/simulation.c; whether a phase is the work of one, of few or of all, in
 * analysis/simulation/waits.c.
 */

/* Of a thread that there is a task for again: what it waited at the barrier before that. */
void sw_omp_barrier_count_idle(struct sw_omp_team *team, uint32_t construct, uint64_t waited);
