/*
 * Samples of a program of OpenMP (agent/sampler/sampler.h). Signals come where the dag must not be touched; but
 * between two events all of them belong to the strand that runs. So they wait, by path, for the next
 * event, which gives them to that strand as items of the dag: an item of a path for what is in regions,
 * and one for what is outside all.
 *
 * A thread is sampled from when its record begins on (record.c): that of a program that needs an OpenMP
 * runtime from the start, because what comes before the first region is serial code, which is often why it
 * does not scale.
 */
#pragma once

#include "agent/sampler/sampler.h"
#include "live/openmp.h"

struct sw_omp_simulator;
struct sw_omp_thread;

#define SW_OMP_PATHS (1u << 14) /* a power of two; three quarters are used at most */

/* What waits. One for each simulator, in the live range; several samplers where threads are real ones. */
struct sw_omp_samples {
    struct sw_omp_simulator *simulator;
    struct sw_sampler *sampler; /* of the OS thread; NULL: none */
    struct sw_omp_origins *origins;
    bool apart; /* what happens now is not the program's work: core/process.c */
    uint32_t n;
    uint16_t used[SW_OMP_PATHS]; /* n slots */
    struct {
        uint32_t path; /* 0: free */
        uint32_t weight;
    } slots[SW_OMP_PATHS];
};

extern __attribute__((visibility("hidden"))) const struct sw_sample_taker sw_omp_taker;

/* Those of the simulator's OS thread, which calls, wait there from now on. NULL: nothing is sampled. */
struct sw_omp_samples *sw_omp_samples_begin(struct sw_omp_simulator *simulator);

/* A logical thread that is a thread of its own runs for the first time. On it. */
void sw_omp_samples_begin_thread(struct sw_omp_thread *thread);

/* What waits belongs to the strand. Inside an event. */
void sw_omp_samples_drain(struct sw_omp_samples *samples, struct sw_dag *dag,
                          struct sw_dag_strand *strand);

/* The OS thread ends, or the program. On the thread. */
void sw_omp_samples_end(struct sw_omp_samples *samples);
