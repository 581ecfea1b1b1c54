/*
 * Waiting for memory: a thread that goes round until another one has written something (guard/spin.h finds them) sleeps until that
 * has changed. At each event of another thread what sleeping ones wait for is compared: what has changed since the event before
 * was written by that thread, and who waited for it goes on at that time, and after it in the dag. All inside the runtime.
 */
#ifndef SPANWISE_AGENT_OPENMP_SIMULATOR_SPIN_H
#define SPANWISE_AGENT_OPENMP_SIMULATOR_SPIN_H

#include "agent/openmp/simulator/simulator.h"

enum { SW_OMP_POLLS = 4 };

struct sw_omp_spinner {
    const void *at[SW_OMP_POLLS]; /* what it waits for */
    unsigned size[SW_OMP_POLLS];  /* 1, 2, 4 or 8 bytes */
    unsigned n;
    uint64_t value[SW_OMP_POLLS];
    struct sw_omp_thread *thread;
    struct sw_omp_spinner *next;
};

/* Sleeps until it may have changed; the wait is that of the construct. */
void sw_omp_spin(struct sw_omp_thread *thread, struct sw_omp_spinner *spinner, uint32_t construct);

/* An event of the thread: wakes those whose memory has changed. */
void sw_omp_spin_look(struct sw_omp_thread *thread);

/* Nobody can run: they look for themselves. */
void sw_omp_spin_wake_all(struct sw_omp_simulator *simulator);

#endif
