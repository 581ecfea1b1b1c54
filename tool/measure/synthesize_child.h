/* A child that synthesizes (helpers/synthesize/main.c): what it is given, and what it tells. */
#ifndef SPANWISE_TOOL_MEASURE_SYNTHESIZE_CHILD_H
#define SPANWISE_TOOL_MEASURE_SYNTHESIZE_CHILD_H

#include "analysis/synthesis/jobs.h"

#include <stdbool.h>

struct sw_synthesis_child {
    bool cilk; /* else OpenMP */
    const struct sw_synthesis_tree *flat;
    const struct sw_synthesis_choice *choices;
    size_t n_choices;
    const struct sw_synthesis_way *ways; /* for Cilk: all with the same threads */
    size_t n_ways;
    const double *burdens; /* by choice, then by way */
    size_t n_locks;
    double limit_ns;
    /* Found out, by choice; and by choice, then by way. The caller's. */
    double *serial_ns;
    double *parallel_ns, *doubt_ns;
};

/* 0, or -errno after an error message; -EINTR after a signal that asks us to end. */
int sw_synthesis_child_run(struct sw_synthesis_child *child);

#endif
