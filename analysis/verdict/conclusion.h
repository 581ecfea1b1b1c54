/*
 * What a report comes to, in two or three sentences that need no manual: how far the program scales, which of
 * the causes holds it back, on which line, and what mending that would gain. Made of the findings; the first thing
 * on the page.
 */
#ifndef SPANWISE_ANALYSIS_VERDICT_CONCLUSION_H
#define SPANWISE_ANALYSIS_VERDICT_CONCLUSION_H

#include "analysis/findings/findings.h"

/* Why a program does not scale. */
enum sw_obstacle {
    SW_OBSTACLE_UNKNOWN, /* nothing can be said: a run too short, nothing measured */
    SW_OBSTACLE_NONE,    /* it scales */
    SW_OBSTACLE_LIMIT,   /* it scales on a few processors, and what comes then is known */
    SW_OBSTACLE_PARALLELISM,
    SW_OBSTACLE_GRAIN,
    SW_OBSTACLE_MEMORY,
    SW_OBSTACLE_CONTENTION,
    SW_OBSTACLE_COMPARED, /* not the question: two profiles were compared */
};

enum { SW_CONCLUSION_MOST = 5 };

struct sw_conclusion {
    enum sw_obstacle obstacle;
    char *sentences[SW_CONCLUSION_MOST]; /* each with its full stop, or question mark */
    size_t n;
    size_t site;                     /* that is to be changed first, or SW_NO_SITE */
    const char *file, *function;     /* where it is, as the findings have it; "": not known */
    uint32_t line;                   /* 0: not known */
    const struct sw_finding *insert; /* what to write, and where; NULL: nothing that is known */
    double gain;                     /* of larger pieces, on one processor: times as fast, ... */
    const char *gain_is;             /* ... "about", "at least" or "up to"; NULL: not known */
};

/* Of the findings of the profile, in their order. They stay as long as the conclusion. 0 or -ENOMEM; to be
 * released. */
int sw_conclusion_make(struct sw_conclusion *conclusion, const struct sw_profile *profile,
                       const struct sw_findings *findings, const struct sw_units *units);
/* The same of predictions and comparisons: their chief sentence, then what is worth most. The
 * profile is that of the findings' sites, or NULL where none has one. */
int sw_conclusion_of_findings(struct sw_conclusion *conclusion, const struct sw_profile *profile,
                              const struct sw_findings *findings);

/* Of measured speedups: how they are to the prediction, then why; what the profile comes to, if that explains them. */
struct sw_scaling;
int sw_conclusion_of_scaling(struct sw_conclusion *conclusion, const struct sw_scaling *scaling,
                             const struct sw_findings *findings);

void sw_conclusion_release(struct sw_conclusion *conclusion);

const char *sw_obstacle_name(enum sw_obstacle obstacle); /* "unknown", "none", "parallelism", ... */

#endif
