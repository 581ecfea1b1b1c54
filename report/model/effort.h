/*
 * The report of what `spanwise sample` found. It has formats of its own: text, CSV of the view that is asked for,
 * JSON of all. One row (struct sw_effort_row) serves them all: a function, a line, a node
 * of the tree, a caller.
 */
#ifndef SPANWISE_REPORT_MODEL_EFFORT_H
#define SPANWISE_REPORT_MODEL_EFFORT_H

#include "analysis/effort/findings.h"
#include "analysis/effort/lists.h"
#include "analysis/verdict/verdict.h"
#include "report/write/options.h"
#include "report/write/page.h"
#include "report/write/table.h"

struct sw_effort_report {
    const struct sw_profile *profile;
    const struct sw_report_options *options;
    enum sw_effort_metric sort;
    struct sw_units units;
    struct sw_functions functions;
    struct sw_effort_tree
        logical; /* the reader's functions: what findings, functions and lines are of */
    struct sw_effort_tree shown;       /* with libraries' frames: what paths are of; ... */
    const struct sw_effort_tree *tree; /* ... the first, or that where it is physical */
    struct sw_account account;
    struct sw_effort_regions regions;
    struct sw_findings findings;
    struct sw_verdict verdict;
    FILE *out;
};

/* 0, -ENOMEM, or -EIO where `out` failed. */
int sw_effort_print(const struct sw_profile *profile, const struct sw_report_options *options,
                    FILE *out);

/* The rows of a view; the page's are those of the tree. `most` is for text, where no --top is given. 0 or
 * -ENOMEM. */
int sw_effort_view(const struct sw_effort_report *report, enum sw_report_view view, size_t most,
                   struct sw_effort_rows *rows);

enum sw_effort_columns {
    SW_EFFORT_TEXT_TREE, /* those of text: shares, ... */
    SW_EFFORT_TEXT_FLAT,
    SW_EFFORT_TEXT_SELF,      /* lines, and callers */
    SW_EFFORT_TEXT_BOTH_WIDE, /* ... shares and times, ... */
    SW_EFFORT_TEXT_SELF_WIDE,
    SW_EFFORT_TEXT_WAITS, /* ... and waits */
    SW_EFFORT_CSV,
    SW_EFFORT_JSON_ROW,
    SW_EFFORT_JSON_LINE, /* which calls nothing */
};

/* A table of them, without rows. The context of its columns is the report. */
struct sw_table sw_effort_table(enum sw_effort_columns which,
                                const struct sw_effort_report *report);

/* The same of struct sw_effort_region, and of struct sw_effort_lock. */
enum sw_effort_part_columns {
    SW_EFFORT_JSON_REGION,
    SW_EFFORT_JSON_LOCK,
    SW_EFFORT_TEXT_LOCK,
    SW_EFFORT_HTML_LOCK
};
struct sw_table sw_effort_part_table(enum sw_effort_part_columns which,
                                     const struct sw_effort_report *report);

/* The formats. Each returns 0 or -errno. */
int sw_effort_text(const struct sw_effort_report *report);
int sw_effort_csv(const struct sw_effort_report *report, enum sw_report_view view);
int sw_effort_json(const struct sw_effort_report *report);
int sw_effort_html(const struct sw_effort_report *report);

/* How it was measured, as notes of the page; warnings are not among them. */
void sw_effort_text_measured(const struct sw_effort_report *report, const struct sw_page *page);

/* Processors at work over time, as a line of characters; nothing where that is not known. */
void sw_effort_timeline(const struct sw_effort_report *report, const struct sw_page *page);

/* "name" or "of file.c:12", for one; and where it was waited for, or held most: "f, file.c:12", or "". */
enum { SW_EFFORT_LOCK_TEXT = 640 };
char *sw_effort_lock_name(const struct sw_effort_report *report, const struct sw_effort_lock *lock,
                          char buffer[SW_EFFORT_LOCK_TEXT]);
char *sw_effort_lock_place(const struct sw_effort_report *report, struct sw_effort_key key,
                           uint32_t line, char buffer[SW_EFFORT_LOCK_TEXT]);

#endif
