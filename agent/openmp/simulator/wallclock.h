/*
 * What a clock on the wall of the simulated machine shows: when its recording began that was what the real
 * clock said, and since then the thread's own simulated time has gone on. So it never goes back on a
 * thread, all agree after a barrier, and a program that takes its own time prints that of N processors.
 * Where nothing is recorded, and with meters that are no clock, it is the real time.
 */
#pragma once

#include "agent/openmp/simulator/simulator.h"

/* The recording begins; the root's simulated time is right. */
void sw_omp_wallclock_begin(struct sw_omp_simulator *simulator);

/* In nanoseconds. Outside the runtime. */
uint64_t sw_omp_wallclock(void);
