/* An OpenMP program on several numbers of processors, one run after the other. */
#ifndef SPANWISE_TOOL_SIMULATIONS_H
#define SPANWISE_TOOL_SIMULATIONS_H

#include "tool/profiled.h"

/*
 * Runs the program for each N of wanted[1 .. SW_PROCESSORS_MAX], ascending; of none of them, once, as
 * sw_profiled_run() does. The first run has the program's input and output for its own; the others read
 * the same input and write nothing. In the end *profiling is the last run's, with the others' simulations
 * beside its own. Who ends otherwise than the first one is told of, and is the last.
 */
int sw_simulations_run(struct sw_profiling *profiling, char *const *argv,
                       const struct sw_live_options *options, const bool *wanted,
                       const char *tool_path, struct sw_child_end *end);

#endif
