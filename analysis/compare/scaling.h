/*
 * Measured speedups beside the predicted range. The program ran at several numbers of workers, in
 * rounds, each number once a round; so the trials of two numbers that have the same index ran at
 * about the same time, and their ratio does not see the machine's slow changes. Pure functions.
 */
#pragma once

#include "analysis/findings/findings.h"
#include "analysis/workspan/bounds.h"

enum sw_agreement {
    SW_AGREEMENT_NONE, /* there is no prediction, or nothing was measured */
    SW_AGREEMENT_BASE, /* one worker: the speedup is over this one */
    SW_AGREEMENT_WITHIN,
    SW_AGREEMENT_BELOW,   /* in all rounds */
    SW_AGREEMENT_ABOVE,   /* in all rounds */
    SW_AGREEMENT_CROWDED, /* more workers than processors: no speedup on so many was measured */
};

/* The trials of one number of workers. */
struct sw_point {
    uint64_t workers;
    uint64_t *wall_ns, *cpu_ns; /* n_trials of each */
    size_t n_trials;
    /* What sw_scaling_judge() makes of them; reals are NAN where nothing can be said. */
    uint64_t median_ns, least_ns, most_ns;
    uint64_t median_cpu_ns;
    double speedup;                     /* median over median */
    double least_speedup, most_speedup; /* over the rounds; the speedup lies between */
    double efficiency;                  /* speedup a worker */
    double lower, upper;                /* predicted */
    enum sw_agreement verdict;
};

/* One worker alone, and several such programs at once, in rounds. */
struct sw_copies {
    uint64_t copies;               /* 0: not measured */
    uint64_t *alone_ns, *among_ns; /* a round: alone; the mean over the copies */
    size_t n_trials;
    /* made: */
    double slowdown, least_slowdown, most_slowdown;
};

struct sw_scaling {
    char *const *argv;
    uint64_t processors;              /* that could be used */
    uint64_t trials, warm_up;         /* as asked for */
    const char *stopped;              /* why there are fewer trials: "interrupted", ...; or NULL */
    const struct sw_profile *profile; /* of the prediction, or NULL */
    const char *profile_path;         /* where it was read; NULL: it was made for this */
    struct sw_point *points;          /* ascending; the first has one worker */
    size_t n_points;
    struct sw_copies copies;
};

void sw_scaling_judge(struct sw_scaling *scaling);

/* What it means, in words. 0 or -ENOMEM (then *findings is empty). */
int sw_scaling_findings(struct sw_findings *findings, const struct sw_scaling *scaling,
                        const struct sw_units *units);

const char *sw_agreement_name(enum sw_agreement verdict); /* "within", ... */

/* The last point in range of the processors with more than one worker that has trials, or NULL. */
const struct sw_point *sw_scaling_widest(const struct sw_scaling *scaling);

/* Whether the median, and not only a round, is in the range. */
int sw_point_is_central(const struct sw_point *point);

/* Cores that its trials kept busy. */
double sw_point_busy(const struct sw_point *point);

/* Whether the program has another number of threads than it is told: one worker kept more than a core busy. It has no speedups then. */
int sw_scaling_is_deaf(const struct sw_scaling *scaling);

/* Whether a point is below the range. */
int sw_scaling_is_below(const struct sw_scaling *scaling);

/* Whether the range is about a simulated run, which counts locks as well. */
int sw_scaling_is_simulated(const struct sw_scaling *scaling);

/* Whether work and span explain what was measured: there is a prediction, and no point out of its range. */
int sw_scaling_is_explained(const struct sw_scaling *scaling);
