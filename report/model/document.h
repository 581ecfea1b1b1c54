/*
 * The document that every kind of report is: a run of Cilk or OpenMP, samples, predictions, what-if, diff, bench, merge. A kind is
 * described once, by these calls, in the order in which a format has its parts; and each format has one renderer, which knows nothing
 * of the kinds: text (here, and report/write/text_table.c), CSV (table.c), JSON (json.c), and the page (report/html/). A document is
 *
 *   - a head: what was run;
 *   - a verdict or a headline, and findings;
 *   - tables: fields (table.h), rows, and a view for each format that has it;
 *   - figures: one row of such fields, as members of an object (JSON), or lines and cards made of them;
 *   - grids: tables of a few lines whose figures are of several kinds;
 *   - paragraphs and notes: "label  sentence", at the end;
 *   - charts, bars, call paths and source by their data, which only a page draws (html.h).
 *
 * What a format has nothing for, it leaves out: a call does nothing then. It is written as it comes, so that nothing is kept. Errors are,
 * and told at the end.
 */
#pragma once

#include "analysis/workspan/sites.h"
#include "base/pool.h"
#include "report/html/html.h"
#include "report/write/outlet.h"
#include "report/write/page.h"
#include "report/write/words.h"

struct sw_document {
    enum sw_as as;
    const struct sw_report_options *options; /* with the width and the colours of where it goes */
    const struct sw_units *units;
    FILE *out;
    struct sw_page text; /* of these three the one that it is written as */
    struct sw_json json;
    struct sw_html page;
    struct sw_outlet outlet;
    struct sw_pool pool;         /* memory of what is made for it, ... */
    struct sw_findings findings; /* ... and findings, in its units: until it is closed */
    int error;
};

/* Of those that are not exports. */
enum sw_as sw_document_as(enum sw_report_format format);

/* Begins it; the profile says what was run. 0 or -errno: then there is nothing to close. It must not move until it is closed. */
int sw_document_open(struct sw_document *d, enum sw_as as, const struct sw_report_options *options,
                     const struct sw_profile *profile, const char *unit, FILE *out);
/* Returns its error, -ENOMEM where the pool had not enough, or -EIO where `out` failed. */
int sw_document_close(struct sw_document *d);

/* Keeps the first error; returns whether there is one. */
bool sw_document_fails(struct sw_document *d, int error);

/* How many rows are asked for; where nobody says, in text the usual ones, else all. */
size_t sw_document_top(const struct sw_document *d, size_t usual);

/* Text: "TITLE PROGRAM ARGUMENTS", the first line; JSON: what was run, how and where. */
void sw_document_head(struct sw_document *d, const char *title, const struct sw_profile *profile);

/* JSON: "program" and "args". */
void sw_document_program(struct sw_document *d, const struct sw_profile *profile);

void sw_document_heading(struct sw_document *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void sw_document_paragraph(struct sw_document *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Text: "  and N more" and these words, where a '~' is an "s" for several; nothing where none is left. */
void sw_document_more(struct sw_document *d, size_t left, const char *words);

/* The verdict, and its ledger; JSON: the member "verdict". Borrowed until the document ends. */
void sw_document_verdict(struct sw_document *d, const struct sw_verdict *verdict);
/* In a chart of speedups: those that the verdict's one is of, where they were emulated; and those of its real runs. */
void sw_verdict_expected_curve(struct sw_document *d);
void sw_verdict_measured_curve(struct sw_document *d);

/* What findings come to where that is no verdict's (predictions, comparisons, merges, measured speedups), on a page and in JSON. The profile is
 * that of their sites, or NULL where none has one. */
void sw_document_headline(struct sw_document *d, const struct sw_findings *findings,
                          const struct sw_profile *profile);

/* The profile is that of their sites, or NULL where none has one. */
void sw_document_findings(struct sw_document *d, const struct sw_findings *findings,
                          const struct sw_profile *profile);

/* JSON: members of a row. SW_ROW_MEMBERS(put_x, profile) { ... } is one. */
typedef void sw_row_members(struct sw_document *d, const void *row, const void *context);
#define SW_ROW_MEMBERS(name, context)                        \
    static void name(struct sw_document *d, const void *row, \
                     __attribute__((unused)) const void *context)

/* Rows of fields. */
struct sw_document_table {
    struct sw_html_section section; /* of the page; its key is JSON's too, unless there is one */
    const char *key;
    const char *heading; /* of text; NULL: the title */
    const struct sw_column *fields;
    size_t n_fields;
    const char *text, *page, *json, *csv; /* views; NULL: the format does not have it */
    const void *const *rows;              /* or ... */
    const void *items;                    /* ... an array of structs, of that size */
    size_t n, size;
    const void *context;
    size_t top;       /* text: so many rows; 0: all */
    size_t left;      /* that were left out before */
    const char *more; /* text: what is said of those that are left out: sw_document_more() */
    bool always;      /* text: also where there are no rows */
    struct sw_html_look look;
    /* JSON: more members of a row, before and after the others. */
    sw_row_members *before, *each;
};
#define SW_FIELDS(list)        .fields = list, .n_fields = sizeof list / sizeof *list
#define SW_ITEMS(array, count) .items = array, .n = count, .size = sizeof *(array)
#define SW_GROUPS(list)        .groups = list, .n_groups = sizeof list / sizeof *list
void sw_document_table(struct sw_document *d, const struct sw_document_table *table);
#define SW_TABLE(d, ...) sw_document_table(d, &(struct sw_document_table){__VA_ARGS__})

/* A curve of the page's chart in progress, of the fields that `page` has: x, y, and the range of y, where there are four. */
void sw_document_curve(struct sw_document *d, const char *name, const char *role,
                       const struct sw_document_table *table);
#define SW_CURVE(d, name, role, list, view, array, count) \
    sw_document_curve(                                    \
        d, name, role,                                    \
        &(struct sw_document_table){SW_FIELDS(list), .page = view, SW_ITEMS(array, count)})
/* The same of points that are made here. */
struct sw_spot {
    double x, y;
};
extern const struct sw_column sw_spots[2];
#define SW_SPOTS(d, name, role, spots, count) SW_CURVE(d, name, role, sw_spots, "*", spots, count)

/* JSON: one row of fields, as members of the object in progress. */
void sw_document_members(struct sw_document *d, const struct sw_column *fields, size_t n_fields,
                         const char *view, const void *row, const void *context);
#define SW_MEMBERS(d, fields, view, row, context) \
    sw_document_members(d, fields, sizeof fields / sizeof *fields, view, row, context)

/* Fields whose keys are their members' names, and which are counts or costs: a list of them. */
#define SW_COUNTS(type, ...)      SW_EXPAND(SW_LIST(SW_COUNT_OF, type, __VA_ARGS__))
#define SW_COUNT_OF(type, member) SW_COLUMN(#member, NULL, NULL, SW_COUNT, AT(type, member))
#define SW_LIST(macro, type, first, ...) \
    macro(type, first) __VA_OPT__(, SW_LIST_AGAIN SW_PARENTHESES(macro, type, __VA_ARGS__))
#define SW_LIST_AGAIN()   SW_LIST
#define SW_PARENTHESES    ()
#define SW_EXPAND(...)    SW_EXPAND_3(SW_EXPAND_3(SW_EXPAND_3(__VA_ARGS__)))
#define SW_EXPAND_3(...)  SW_EXPAND_9(SW_EXPAND_9(SW_EXPAND_9(__VA_ARGS__)))
#define SW_EXPAND_9(...)  SW_EXPAND_27(SW_EXPAND_27(SW_EXPAND_27(__VA_ARGS__)))
#define SW_EXPAND_27(...) __VA_ARGS__

/* A few lines of figures that are of several kinds: cells are text. */
enum { SW_GRID_COLUMNS = 6, SW_GRID_LINES = 16 };
struct sw_grid {
    struct sw_grid_line {
        const char *label;
        char cells[SW_GRID_COLUMNS][SW_UNITS_SIZE];
    } lines[SW_GRID_LINES];
    size_t n;
};
/* The next line's cells, which are empty. */
char (*sw_grid_add(struct sw_grid *grid, const char *label))[SW_UNITS_SIZE];
/* Text: with the titles of the columns, which have bars between them. */
void sw_document_grid(struct sw_document *d, const struct sw_grid *grid, const char *titles);

/* How it was measured: a heading, and notes; on a page, facts, with the command. The profile may be NULL. */
void sw_document_measured(struct sw_document *d, const char *title,
                          const struct sw_profile *profile);
/* Without a label, a note goes on with the one before. */
void sw_document_note(struct sw_document *d, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void sw_document_status(struct sw_document *d, int status); /* how it ended, as waitpid() has it */
void sw_document_measured_end(struct sw_document *d, const struct sw_profile *profile);

/* JSON: the list "warnings". */
void sw_document_warnings(struct sw_document *d, const struct sw_profile *profile);
