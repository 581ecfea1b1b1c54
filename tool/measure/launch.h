/* Whether a launcher of parallel programs (mpirun, srun) has started us, and as which rank: from the
 * environment alone, so that no MPI is needed, whichever it is. */
#ifndef SPANWISE_TOOL_MEASURE_LAUNCH_H
#define SPANWISE_TOOL_MEASURE_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct sw_launch {
    const char *launcher; /* "openmpi", ...; NULL: none */
    uint32_t rank;
    uint32_t size; /* 0: not known */
};

/* False, and an empty launch, where there is none. */
bool sw_launch_find(struct sw_launch *launch);

/* Whether a program is itself a launcher, by its name. */
bool sw_launch_is_launcher(const char *program);

/*
 * When a rank dies, a launcher ends all others, Open MPI's within milliseconds: SIGTERM, and SIGKILL
 * to the process group as soon as the first of them is gone. What was measured outlives that: it is
 * collected and written by a process in a session of its own, while the one that the launcher knows
 * waits for it.
 */

/* As fork(): 0 in the keeper, which is to go on and then to exit; -1: there is none, and the caller
 * goes on itself. */
pid_t sw_keeper_fork(void);

/* Waits for the keeper and, of a program that SIGTERM has ended, a little more: the other ranks are
 * killed when the first is gone, and may have no keeper yet. `status` is the program's. Whether the keeper exited with 0. */
bool sw_keeper_wait(pid_t keeper, int status);

#endif
