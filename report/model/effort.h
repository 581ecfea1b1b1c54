/*
 * The report of what `spanwise sample` found. It has formats of its own: text, CSV of the view that is asked for,
 * JSON of all, a page.
 */
#pragma once

#include "analysis/effort/account.h"
#include "analysis/effort/lists.h"
#include "report/model/document.h"

struct sw_effort_report {
    const struct sw_profile *profile;
    enum sw_effort_metric sort;
    struct sw_functions functions;
    struct sw_effort_tree
        logical; /* the reader's functions: what findings, functions and lines are of */
    struct sw_effort_tree shown;       /* with libraries' frames: what paths are of; ... */
    const struct sw_effort_tree *tree; /* ... the first, or that where it is physical */
    struct sw_account account;
    struct sw_effort_regions regions;
    struct sw_verdict verdict;
};

/* 0, -ENOMEM, or -EIO where `out` failed. */
int sw_effort_print(const struct sw_profile *profile, const struct sw_report_options *options,
                    FILE *out);

/* "name", "of file.c:12" or "0x...", where it has no name. Returns the buffer. */
const char *sw_effort_lock_name(const struct sw_effort_report *report,
                                const struct sw_effort_lock *lock, char name[512]);

/* A part of the document. */
typedef void sw_effort_shown(struct sw_document *d, const struct sw_effort_report *report);

/* The parts that hold the most; locks that threads waited for; threads over time (JSON and page); and processors at work over time,
 * for people nothing where that is not known. */
sw_effort_shown sw_effort_put_regions, sw_effort_put_locks, sw_effort_put_lanes, sw_effort_timeline;

/* The page's flame graphs, and its source. */
sw_effort_shown sw_effort_paths, sw_effort_source;
