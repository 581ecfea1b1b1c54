/*
 * The tables of a report, each described once. Rows: struct sw_site for sites, struct sw_region for
 * the whole program (label "") and regions, struct sw_speedup for the bounds, struct sw_unpatched.
 * The context is the profile.
 */
#ifndef SPANWISE_REPORT_MODEL_COLUMNS_H
#define SPANWISE_REPORT_MODEL_COLUMNS_H

#include "profile/profile.h"
#include "report/write/table.h"

enum sw_columns {
    SW_COLUMNS_SITES_JSON,
    SW_COLUMNS_SITES_CSV,        /* Cilkprof's */
    SW_COLUMNS_SITES_LOCAL_SPAN, /* text: what makes up the span */
    SW_COLUMNS_SITES_SPAN,       /* text: with all that the callee calls */
    SW_COLUMNS_SITES_LOCAL_WORK, /* text: what makes up the work */
    SW_COLUMNS_SITES_WORK,       /* text: with all that the callee calls */
    SW_COLUMNS_FIGURES,          /* JSON: the members of the whole program and of a region */
    SW_COLUMNS_REGIONS,          /* text */
    SW_COLUMNS_CILKSCALE,        /* CSV */
    SW_COLUMNS_SPEEDUP,
    SW_COLUMNS_UNPATCHED,
};

/* Of locks (profile/locks.h): rows are struct sw_lock, or struct sw_lock_site. */
enum sw_lock_columns {
    SW_LOCK_COLUMNS, /* JSON */
    SW_LOCK_SITES_JSON,
    SW_LOCK_SITES_TEXT,
    SW_LOCK_SITES_HTML,
};

/* A table without rows. */
struct sw_table sw_lock_table(enum sw_lock_columns which, const struct sw_profile *profile,
                              const struct sw_units *units);
struct sw_table sw_columns_table(enum sw_columns which, const struct sw_profile *profile,
                                 const struct sw_units *units);

#endif
