/* What `spanwise bench` was asked for, and its runs: the profiled one, the warm-up, the trials in rounds, the copies. */
#pragma once

#include "analysis/compare/scaling.h"
#include "report/report.h"
#include "tool/measure/profiling.h"
#include "tool/measure/simulations.h"
#include "tool/measure/trial.h"

enum sw_bench_format {
    SW_BENCH_BY_NAME, /* as the file's name ends */
    SW_BENCH_TEXT,
    SW_BENCH_CSV,
    SW_BENCH_JSON,
    SW_BENCH_GNUPLOT,
    SW_BENCH_HTML,
    SW_BENCH_PNG, /* what gnuplot makes of the script */
    SW_BENCH_PROFILE,
};

struct sw_bench_output {
    const char *path; /* "-": stdout */
    enum sw_bench_format format;
};

enum { SW_BENCH_MOST_WORKERS = 4096, SW_BENCH_MOST_OUTPUTS = 16 };
enum { SW_BENCH_COPIES_USUAL = 1 }; /* as many as there can be */

struct sw_bench_options {
    struct {
        bool wanted[SW_BENCH_MOST_WORKERS + 1]; /* numbers of workers */
        enum sw_bench_format format;
        const char *html; /* where the page goes, too; NULL: nowhere */
        const char *paths[SW_BENCH_MOST_OUTPUTS];
        size_t n_paths;
    } asked;             /* what the rest is made from, when all is known */
    uint64_t processors; /* that this process may use */
    /* Numbers of workers, ascending, each once. The first is 1: it is what speedups are over. */
    uint64_t workers[SW_BENCH_MOST_WORKERS];
    size_t n_workers;
    uint64_t trials, warm_up;
    uint64_t copies; /* 0: not asked for */
    bool no_profile, show_output;
    const char *profile;                                       /* a file; NULL: to be made */
    const char *input;                                         /* the file that the program reads */
    struct sw_report_sources sources;                          /* in a page */
    struct sw_bench_output outputs[SW_BENCH_MOST_OUTPUTS + 2]; /* the page, and stdout */
    size_t n_outputs;
    char *const *argv; /* the program */
};

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
