/*
 * Threads that wait for each other by flags of the program's own, in loops that call nobody: `while (!flag[i]) { #pragma omp flush }`.
 * They are found in the code (spin_code.h) before they run: what a region's function leads to is read once, by its branches and
 * calls. A trap takes the place of the branch back, so that a thread which has to wait is known at once, and sleeps (simulator/spin.h);
 * what it did until then is its work, and not more. Where there is such a loop, the instructions that order memory become
 * traps too (dmb, mfence, stlr): flags are written next to these, and that is when others see it. So what is written is
 * known to be when it is, and nobody writes it before all who are behind have come as far.
 *
 * The trap's handler does what the instruction did. What is found late, by a tick (watch.h), is learned there.
 */
#pragma once

#include "agent/openmp/simulator/simulator.h"

/* A region with several threads begins, that runs the function. Inside the runtime. */
void sw_omp_spins_of(const void *function);

/* A thread has been at that instruction for long. True: it spins there, and will be found out when it has gone round. */
bool sw_omp_spins_learn(uint64_t pc);

/* The program orders its memory by a call, from there; a thread that does nothing else spins. */
void sw_omp_flush(const void *address);
