/* What stands between the program's code in a region and libc, or a loop of its own: that a thread waits there for another one is seen. */
#pragma once

#include "agent/openmp/simulator/simulator.h"

/*
 * Threads that wait for each other by flags of the program's own, in loops that call nobody: `while (!flag[i]) { #pragma omp flush }`.
 * They are found in the code (spin_code.h) before they run: what a region's function leads to is read once, by its branches and
 * calls. A trap takes the place of the branch back, so that a thread which has to wait is known at once, and sleeps (simulator/park.c);
 * what it did until then is its work, and not more. Where there is such a loop, the instructions that order memory become
 * traps too (dmb, mfence, stlr): flags are written next to these, and that is when others see it. So what is written is
 * known to be when it is, and nobody writes it before all who are behind have come as far.
 *
 * The trap's handler does what the instruction did. What is found late, by a tick (watch.c), is learned there.
 */

/* A region with several threads begins, that runs the function. Inside the runtime. */
void sw_omp_spins_of(const void *function);

/* A thread has been at that instruction for long. True: it spins there, and will be found out when it has gone round. */
bool sw_omp_spins_learn(uint64_t pc);

/* The program orders its memory by a call, from there; a thread that does nothing else spins. */
void sw_omp_flush(const void *address);

/*
 * A thread of ours that looks at all simulators every millisecond: one that runs the program's code in a
 * region, with others that could run, and had no event since the last time, is sent a tick. So
 * a program whose threads come to events gets no signal ever. It sleeps while there are no regions.
 */

/* Code in which a thread is not left for another one by a tick: libc's, the loader's, malloc's, ours. It
 * may hold a lock there that the runtime itself needs. Signal-safe. */
bool sw_omp_zone_has(uint64_t pc);

extern uint32_t sw_omp_watch_awake __attribute__((visibility("hidden")));

void sw_omp_watch_wake(struct sw_omp_simulator *simulator);

/* A region of several threads begins. */
static inline void sw_omp_watch(struct sw_omp_simulator *m)
{
    if (!__atomic_load_n(&sw_omp_watch_awake, __ATOMIC_RELAXED) || !m->looks)
        sw_omp_watch_wake(m);
}

/* There is a simulator more, or less (sw_omp_watch_leave()): without any the thread ends, as a process must whose last thread does. */
void sw_omp_watch_join(void);

/* There is to be none any more, for good; it has ended when this returns. */
void sw_omp_watch_end(void);

/* Whether that is the name of a library that is an OpenMP runtime. */
bool sw_omp_is_runtime(const char *path);
