/* Runs a program under the profiler, as `run` and `check` do: with its input and output its own. */
#ifndef SPANWISE_TOOL_MEASURE_PROFILED_H
#define SPANWISE_TOOL_MEASURE_PROFILED_H

#include "tool/measure/child.h"
#include "tool/measure/profiling.h"

/*
 * The tool (tool_file.h) may be NULL. Silent: what it writes has been seen already, or where something goes wrong is looked
 * for in the tail, which may be NULL. 0, and what was measured is to be collected then
 * (sw_profiling_collect()); or an exit status after a message: 126 and 127 where the program cannot
 * be started. *profiling is to be released in any case. Signals are held from now on (interrupt.h): the caller releases them
 * when what was measured is written.
 */
int sw_profiled_run(struct sw_profiling *profiling, char *const *argv,
                    const struct sw_live_options *options, const char *tool_path, bool silent,
                    struct sw_tail *tail, struct sw_child_end *end);

/* The same for `spanwise sample`: the program as it is, really parallel. */
int sw_sampled_run(struct sw_profiling *profiling, char *const *argv,
                   const struct sw_live_options *options, struct sw_child_end *end);

#endif
