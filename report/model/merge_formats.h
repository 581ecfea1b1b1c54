/* The formats of a merge, one file each. */
#ifndef SPANWISE_REPORT_MODEL_MERGE_FORMATS_H
#define SPANWISE_REPORT_MODEL_MERGE_FORMATS_H

#include "report/model/merge.h"
#include "report/write/json.h"
#include "report/write/table.h"

/* A row of the sites. */
struct sw_merged_site {
    struct sw_site site; /* first: columns of sites take it for a row of theirs */
    struct sw_by_rank by_rank;
    double mean_work, mean_local_work;
    double excess; /* of the most local work over the mean */
};

/* A row of the bounds with so many processors a rank. */
struct sw_merged_processors {
    uint64_t processors, time, rank;
    double balance;
};

struct sw_merge_report {
    const struct sw_merge *merge;
    const struct sw_merge_options *options;
    struct sw_units units;
    struct sw_findings findings;
    struct sw_merged_site *sites;
    const void **rows; /* the sites to print: sorted and cut */
    size_t n_rows;
    const void **ranks; /* the ranks to print */
    size_t n_ranks;
    FILE *out;
};

enum sw_merge_columns {
    SW_MERGE_COLUMNS_RANKS,      /* text: struct sw_rank_row */
    SW_MERGE_COLUMNS_RANKS_DATA, /* CSV and JSON */
    SW_MERGE_COLUMNS_SITES,      /* text: struct sw_merged_site */
    SW_MERGE_COLUMNS_SITES_CSV,
    SW_MERGE_COLUMNS_SITES_HTML,
    SW_MERGE_COLUMNS_BY_RANK,    /* JSON: behind the columns of a site */
    SW_MERGE_COLUMNS_PROCESSORS, /* struct sw_merged_processors */
};

/* A table without rows; its context is the merge. */
struct sw_table sw_merge_table(enum sw_merge_columns which, const struct sw_merge_report *report);

/* One for each of sw_report_processors and, before them, for 1. */
enum { SW_MERGE_N_PROCESSORS = 8 };
void sw_merge_processors(const struct sw_merge *merge, struct sw_merged_processors *rows);

/* Each returns 0 or -errno. */
int sw_merge_text(const struct sw_merge_report *report);
int sw_merge_csv(const struct sw_merge_report *report);
int sw_merge_csv_sites(const struct sw_merge_report *report);
int sw_merge_json(const struct sw_merge_report *report);
int sw_merge_html(const struct sw_merge_report *report);

#endif
