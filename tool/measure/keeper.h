/*
 * When a rank dies, a launcher ends all others, Open MPI's within milliseconds: SIGTERM, and SIGKILL
 * to the process group as soon as the first of them is gone. What was measured outlives that: it is
 * collected and written by a process in a session of its own, while the one that the launcher knows
 * waits for it.
 */
#ifndef SPANWISE_TOOL_MEASURE_KEEPER_H
#define SPANWISE_TOOL_MEASURE_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

/* As fork(): 0 in the keeper, which is to go on and then to exit; -1: there is none, and the caller
 * goes on itself. */
pid_t sw_keeper_fork(void);

/* Waits for the keeper and, of a program that SIGTERM has ended, a little more: the other ranks are
 * killed when the first is gone, and may have no keeper yet. `status` is the program's. Whether the keeper exited with 0. */
bool sw_keeper_wait(pid_t keeper, int status);

#endif
