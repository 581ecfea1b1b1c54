/*
 * A thread of ours that looks at all simulators every millisecond: one that runs the program's code in a
 * region, with others that could run, and had no event since the last time, is sent a tick. So
 * a program whose threads come to events gets no signal ever. It sleeps while there are no regions.
 */
#pragma once

#include "agent/openmp/simulator/simulator.h"

#include <stdbool.h>
#include <stdint.h>

/* Code in which a thread is not left for another one by a tick: libc's, the loader's, malloc's, ours. It
 * may hold a lock there that the runtime itself needs. */

/* Signal-safe. */
bool sw_omp_zone_has(uint64_t pc);

extern uint32_t sw_omp_watch_awake __attribute__((visibility("hidden")));

void sw_omp_watch_wake(struct sw_omp_simulator *simulator);

/* A region of several threads begins. */
static inline void sw_omp_watch(struct sw_omp_simulator *m)
{
    if (!__atomic_load_n(&sw_omp_watch_awake, __ATOMIC_RELAXED) || !m->looks)
        sw_omp_watch_wake(m);
}

/* There is a simulator more, or less: without any the thread ends, as a process must whose last thread
 * does. */
void sw_omp_watch_join(void);
void sw_omp_watch_leave(void);

/* There is to be none any more, for good; it has ended when this returns. */
void sw_omp_watch_end(void);

/* In a child after fork(): there is no such thread, and at most one simulator. */
void sw_omp_watch_forget(void);
