/* An OpenMP program on several numbers of processors, one run after the other. */
#ifndef SPANWISE_TOOL_SIMULATIONS_H
#define SPANWISE_TOOL_SIMULATIONS_H

#include "tool/profiled.h"

struct sw_simulations {
    bool wanted[SW_PROCESSORS_MAX + 1]; /* which N; none: one run, as sw_profiling_init() chooses */
    struct sw_profile before; /* of the runs before the last one; initialized by the caller */
};

/*
 * Runs the program for each N, ascending, as sw_profiled_run() does. The first run has the program's input
 * and output for its own, and *end is its end; the others read the same input and write nothing. Who ends
 * otherwise than the first one is told of, and is the last. The caller collects the last one's profiles.
 */
int sw_simulations_run(struct sw_simulations *simulations, struct sw_profiling *profiling,
                       char *const *argv, const struct sw_live_options *options,
                       const char *tool_path, struct sw_child_end *end);

/* Another run follows: collects what the one before has measured, keeps it, and releases that. */
void sw_simulations_keep(struct sw_simulations *simulations, struct sw_profiling *profiling,
                         int status);

/* The profile of the last run, which is collected, gets those that were kept beside it. */
void sw_simulations_join(struct sw_simulations *simulations, struct sw_profiling *profiling);

#endif
