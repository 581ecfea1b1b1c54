/* Rows that are call paths, or frames of them: a share of each measure, and what it is. For --tree and --focus. */
#pragma once

#include "analysis/flame/flame.h"
#include "report/model/document.h"

struct sw_path_row {
    double shares[SW_FLAME_MEASURES_MOST]; /* by measure */
    const struct sw_site *site;            /* NULL: none */
    const struct sw_place *place;          /* NULL: not known */
    const char *name;
    unsigned depth; /* how far to the right */
};

struct sw_path_table {
    const struct sw_flame *flame;
    const char *heading; /* NULL: none */
    const char *title;   /* of the names: "call", "caller" */
    int has_times;       /* how often sites were called */
    size_t top;          /* rows to show; 0: all */
};

/* What shares of the measure are of, over all paths: `totals` has those of the root. Of `spanwise sample` it is the effort,
 * so that what is idle can be compared with what worked. */
double sw_paths_whole(const struct sw_flame *flame, const double *totals, unsigned measure);

/* Whether the measure is shown: of `spanwise sample` waits are not, which are of another clock. */
int sw_paths_shows(const struct sw_flame *flame, unsigned measure);

/* The measure that rows are sorted by, as the options have it. */
unsigned sw_paths_order(const struct sw_flame *flame, const struct sw_report_options *options);

void sw_paths_put(struct sw_document *d, const struct sw_path_table *table,
                  const struct sw_path_row *rows, size_t n);

/* How sure shares are, as a note; nothing where they are measured. */
void sw_paths_note(struct sw_document *d, const struct sw_flame *flame);
