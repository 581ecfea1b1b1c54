/* Prints what changed from one profile to another: what `spanwise diff` does. */
#pragma once

#include "analysis/compare/diff.h"
#include "analysis/effort/compare.h"
#include "analysis/verdict/promise.h"
#include "report/write/options.h"

#define SW_DIFF_FORMAT_NAMES "text, csv, json, html" /* as enum sw_as */

enum sw_diff_sort {
    SW_DIFF_BY_SPAN,        /* the most growth of local span first */
    SW_DIFF_BY_WORK,        /* of local work */
    SW_DIFF_BY_PARALLELISM, /* what lost the largest part of its parallelism first */
    SW_DIFF_BY_LINE,
};
#define SW_DIFF_SORT_NAMES "span, work, parallelism, line"

/* Zero bytes are the defaults. */
struct sw_diff_options {
    enum sw_as format;
    enum sw_diff_sort sort;
    struct sw_report_options page;    /* top, width, color, utf8 */
    const char *names[2];             /* of the profiles */
    const struct sw_promise *promise; /* what was promised, and came true; NULL: not asked */
};

/* Returns 0, -ENOMEM, or -EIO where `out` failed. */
int sw_diff_print(const struct sw_diff *diff, const struct sw_diff_options *options, FILE *out);

/* The same of two kinds, a simulation and a sample of a real run, say: what their verdicts, which the options have, come to. */
int sw_promise_print(const struct sw_profile *before, const struct sw_profile *after,
                     const struct sw_diff_options *options, FILE *out);

/* The same of two sampled runs. */
int sw_effort_diff_print(const struct sw_effort_diff *diff, const struct sw_diff_options *options,
                         FILE *out);

/* JSON: the list "changes" of the sites, without those that are as they were. */
struct sw_document;
void sw_diff_changes(struct sw_document *d, const struct sw_diff *diff);
