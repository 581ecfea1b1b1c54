/* Prints what changed from one sampled run to another: `spanwise diff` of profiles of `spanwise sample`. */
#ifndef SPANWISE_REPORT_MODEL_EFFORT_DIFF_H
#define SPANWISE_REPORT_MODEL_EFFORT_DIFF_H

#include "analysis/effort/compare.h"
#include "report/model/diff.h"
#include "report/write/table.h"

struct sw_effort_diff_report {
    const struct sw_effort_diff *diff;
    const struct sw_diff_options *options;
    struct sw_units units;
    struct sw_findings findings;
    const void **rows; /* the functions to print: sorted and cut */
    size_t n_rows, n_left;
    FILE *out;
};

/* Returns 0, -ENOMEM, or -EIO where `out` failed. */
int sw_effort_diff_print(const struct sw_effort_diff *diff, const struct sw_diff_options *options,
                         FILE *out);

enum sw_effort_diff_columns {
    SW_EFFORT_DIFF_TEXT,
    SW_EFFORT_DIFF_DATA, /* CSV, JSON and the page */
    SW_EFFORT_DIFF_LOCKS,
};

/* A table without rows. */
struct sw_table sw_effort_diff_table(enum sw_effort_diff_columns which,
                                     const struct sw_effort_diff_report *report);

/* The formats. Each returns 0 or -errno. */
int sw_effort_diff_text(const struct sw_effort_diff_report *report);
int sw_effort_diff_json(const struct sw_effort_diff_report *report);
int sw_effort_diff_html(const struct sw_effort_diff_report *report);

#endif
