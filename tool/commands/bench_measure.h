/* The runs of `spanwise bench`: the profiled one, the warm-up, the trials in rounds, the copies. */
#ifndef SPANWISE_TOOL_COMMANDS_BENCH_MEASURE_H
#define SPANWISE_TOOL_COMMANDS_BENCH_MEASURE_H

#include "analysis/compare/scaling.h"
#include "tool/commands/bench_options.h"
#include "tool/measure/profiling.h"
#include "tool/measure/simulations.h"
#include "tool/measure/trial.h"

struct sw_bench {
    const struct sw_bench_options *options;
    struct sw_scaling scaling;         /* what was measured; not judged yet */
    struct sw_profiling profiling;     /* holds the profile where it was made here */
    struct sw_simulations simulations; /* of an OpenMP program, on fewer processors than the last */
    struct sw_profile read;            /* the profile where it was read */
    struct sw_trial_end *ends;         /* of a trial's copies */
    int null, errors;                  /* /dev/null; what the program writes to stderr */
    char **argv;                       /* of the run that is next: with a number for {} */
    size_t n_runs, n_done;             /* of all that count */
    uint64_t started_ns;               /* when the first of these was */
};

/*
 * Returns 0 when all was measured. Else it was stopped, by a signal or, after a message, by a run
 * that failed; what was measured until then is there. To be released in any case.
 */
int sw_bench_measure(struct sw_bench *bench, const struct sw_bench_options *options);
void sw_bench_release(struct sw_bench *bench);

/* The profile, or an empty one where none was made, with the times in it, once they are judged; the bench's. What there is no memory
 * for is not in it. */
const struct sw_profile *sw_bench_keep(struct sw_bench *bench);

#endif
