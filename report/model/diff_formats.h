/* The formats of a diff, one file each. */
#ifndef SPANWISE_REPORT_MODEL_DIFF_FORMATS_H
#define SPANWISE_REPORT_MODEL_DIFF_FORMATS_H

#include "report/model/diff.h"
#include "report/write/json.h"
#include "report/write/table.h"

struct sw_diff_report {
    const struct sw_diff *diff;
    const struct sw_diff_options *options;
    struct sw_units units;
    struct sw_findings findings;
    const void **rows; /* the sites to print: sorted and cut */
    size_t n_rows;
    size_t n_left; /* that were cut off */
    FILE *out;
};

enum sw_diff_columns {
    SW_DIFF_COLUMNS_SPAN, /* text: what makes up the span */
    SW_DIFF_COLUMNS_WORK,
    SW_DIFF_COLUMNS_PARALLELISM,
    SW_DIFF_COLUMNS_REGIONS,
    SW_DIFF_COLUMNS_CSV,     /* program, regions, sites */
    SW_DIFF_COLUMNS_FIGURES, /* JSON: of the program and of a region */
    SW_DIFF_COLUMNS_SITES,   /* JSON */
    SW_DIFF_COLUMNS_SITES_HTML,
};

/* A table without rows, which are struct sw_difference; its context is the diff. */
struct sw_table sw_diff_table(enum sw_diff_columns which, const struct sw_diff *diff,
                              const struct sw_units *units);

/* What was compared, by any kind of diff. */
struct sw_page;
void sw_diff_text_profiles(const struct sw_profile *before, const struct sw_profile *after,
                           const char *const names[2], const struct sw_page *page);
void sw_diff_text_equal(const char *const names[2], FILE *out);
void sw_diff_json_profiles(struct sw_json *json, const struct sw_profile *before,
                           const struct sw_profile *after, const char *const names[2]);

/* What real runs of both took, where there are any; then what simulated ones predict. 0 or -ENOMEM. */
struct sw_table sw_diff_real_table(const struct sw_units *units); /* of the diff's real runs */
int sw_diff_text_real(const struct sw_diff_report *report, const struct sw_page *page);
int sw_diff_json_real(struct sw_json *json, const struct sw_diff_report *report);
int sw_diff_text_runs(const struct sw_diff_report *report, const struct sw_page *page);
int sw_diff_json_runs(struct sw_json *json, const struct sw_diff_report *report);

/* Each returns 0 or -errno. */
int sw_diff_text(const struct sw_diff_report *report);
int sw_diff_csv(const struct sw_diff_report *report);
int sw_diff_json(const struct sw_diff_report *report);
int sw_diff_html(const struct sw_diff_report *report);

#endif
