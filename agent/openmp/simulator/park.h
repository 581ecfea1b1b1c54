/*
 * Waiting inside the program's own synchronization: mutexes, condition variables, semaphores, sleeps,
 * spins. Libc keeps the truth: a thread tries for real, and where that fails it parks on the object's
 * address until somebody of its simulator has changed the object, and tries again. What is changed from
 * outside (another OS thread, another process) nobody tells: when all threads of a simulator wait, those
 * that are parked try again every now and then. So who is let go may find nothing changed, and what it
 * waits for must be a loop.
 *
 * All inside the runtime: between sw_omp_enter() and sw_omp_leave().
 */
#pragma once

#include "agent/openmp/simulator/simulator.h"
#include "agent/openmp/simulator/team.h"

#include <time.h>

/* The thread, if it is the program's code in a region of several threads that runs; else NULL. Then libc's
 * function does. */
static inline struct sw_omp_thread *sw_omp_in_region(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    return t && t->team->active_level > t->simulator->alone && !t->simulator->inside ? t : NULL;
}

/* Waits; true: somebody let it go, false: just to look again. */
bool sw_omp_park(struct sw_omp_thread *thread, const void *address);

/* Lets go who has parked there first, or all; not before the thread's own time. */
void sw_omp_unpark(struct sw_omp_thread *thread, const void *address, bool all);

/*
 * It waits for somebody without saying for whom: others run. It does not go on before the time at which
 * the first of those was left that did something meanwhile. (It may have been a later one that it waited
 * for, which cannot be known.) Each time in a row it lets others run a little longer. False: there is nobody else. The second one is for who has run for long without any event:
 * all others come first, whatever their time.
 */
bool sw_omp_yield(struct sw_omp_thread *thread);
bool sw_omp_yield_to_all(struct sw_omp_thread *thread);

/* Like sw_omp_enter(), for what is done again and again while nothing happens. What it takes to ask is
 * no work, from the second time on. True: it is known to wait by now, so often it has come. */
bool sw_omp_enter_to_wait(struct sw_omp_thread *thread);

/* Of sw_omp_block(), when nobody can run: sleeps, and has those who are parked look again. */
void sw_omp_idle(struct sw_omp_simulator *simulator);

/* Whether that time has come. */
bool sw_omp_is_past(clockid_t clock, const struct timespec *time);

/* Nanoseconds in the simulator's units. */
uint64_t sw_omp_ticks(const struct sw_omp_simulator *simulator, uint64_t ns);

/*
 * Waiting for memory: a thread that goes round until another one has written something (guard/spin.h finds them) sleeps until that
 * has changed. At each event of another thread what sleeping ones wait for is compared: what has changed since the event before
 * was written by that thread, and who waited for it goes on at that time, and after it in the dag. All inside the runtime.
 */

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
