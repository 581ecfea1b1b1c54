/* Prints what the ranks of an MPI program have together: what `spanwise merge` does. */
#pragma once

#include "analysis/merge/merge.h"
#include "report/write/options.h"

enum sw_merge_format {
    SW_MERGE_TEXT,
    SW_MERGE_CSV,       /* a row a rank */
    SW_MERGE_CSV_SITES, /* a row a call site */
    SW_MERGE_JSON,
    SW_MERGE_HTML,
};
#define SW_MERGE_FORMAT_NAMES "text, csv, csv-sites, json, html"

enum sw_merge_sort {
    SW_MERGE_BY_SPREAD, /* what one rank has most more of than the mean has first */
    SW_MERGE_BY_WORK,   /* the most local work of all ranks first */
    SW_MERGE_BY_LINE,
};
#define SW_MERGE_SORT_NAMES "spread, work, line"

/* Zero bytes are the defaults. */
struct sw_merge_options {
    enum sw_merge_format format;
    enum sw_merge_sort sort;
    size_t ranks;                  /* to print in text, those farthest from the mean; 0: all, or 8
                                      where there are many */
    struct sw_report_options page; /* top, width, color, utf8 */
};

/* Returns 0, -ENOMEM, or -EIO where `out` failed. */
int sw_merge_print(const struct sw_merge *merge, const struct sw_merge_options *options, FILE *out);
