/*
 * What a trap takes beside what its handler does: the kernel makes a signal of it, and takes the thread back to where it was. That is before the
 * handler's first reading of the clock, and after its last: some hundred nanoseconds each, as long as a thread may work from one trap to
 * the next. It is not the program's time. (It was: NPB's LU on two cores had two fifths more work than on one.)
 */
#pragma once

#include <stdint.h>

/* The usual ones, in ticks. */
struct sw_omp_trap_cost {
    uint64_t to, back;
};

/* Has some traps of its own, by a handler of its own. The signal is not blocked. All 0: it cannot be known. */
struct sw_omp_trap_cost sw_omp_trap_cost(void);
