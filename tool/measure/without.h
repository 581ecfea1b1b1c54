/*
 * What findings of a program with threads are worth, by simulating it again without what they are about: a lock that nobody waits for, a
 * phase that all cores share (agent/threads/without.h). The first finding first, until the one that is then first has been; what could
 * not be simulated again stays an estimate.
 */
#ifndef SPANWISE_TOOL_MEASURE_WITHOUT_H
#define SPANWISE_TOOL_MEASURE_WITHOUT_H

#include "tool/measure/profiled.h"

/* Runs, at most: the finding that comes first after one was mostly among the first before. */
enum { SW_FIXED_MOST = 4 };

/* The only profile gets what came of it. `end`: of the run of its chief number of processors. Runs that would end after `until_ns`
 * by sw_clock_ns() are not begun; 0: as many as are needed, if one does not take too long. */
void sw_fixed_runs(struct sw_profiling *profiling, const struct sw_live_options *options,
                   const struct sw_child_end *end, uint64_t until_ns);

#endif
