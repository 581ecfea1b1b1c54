/* A program of several processes under `spanwise sample`: each is sampled by itself, and knows nothing of the others. */
#ifndef SPANWISE_TOOL_MEASURE_PROCESSES_H
#define SPANWISE_TOOL_MEASURE_PROCESSES_H

#include "tool/measure/profiling.h"

/* Warns in each profile of what other processes did: those that were sampled, and those that were not. After the
 * program's end, which has been waited for. */
void sw_processes_warn(struct sw_profiling *profiling);

/* The share of the program's processor time that was not spent in sampled processes: 0 to 1. After its end, and before another run. */
double sw_processes_unseen(const struct sw_profiling *profiling);

#endif
