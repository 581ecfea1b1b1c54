/*
 * As Cilkscale's benchmark script writes it, for what reads that: the columns of Cilkscale for the
 * whole program, then the time on each number of processors, ascending. One row: regions are not
 * timed. What cannot be told is left empty.
 */
#include "report/model/columns.h"
#include "report/model/scaling_formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 48 };

struct csv {
    struct sw_column *columns;
    char (*names)[NAME_SIZE];
    char *row; /* a struct sw_region, then the times */
    size_t n;
};

static void get_nothing(const void *row, const void *report, struct sw_value *value)
{
    (void)row;
    (void)report;
    value->text = "";
}

static void add_profile(struct csv *csv, const struct sw_scaling_report *report)
{
    const struct sw_profile *p = report->scaling->profile;
    struct sw_table table = sw_columns_table(SW_COLUMNS_CILKSCALE, p, &report->units);
    struct sw_region whole = {sw_profile_empty, p ? p->whole : (struct sw_figures){0}};
    int timed = p && p->unit && !strcmp(p->unit, report->units.unit);
    memcpy(csv->row, &whole, sizeof whole);
    for (; csv->n < table.n_columns; csv->n++) {
        struct sw_column *column = &csv->columns[csv->n];
        *column = table.columns[csv->n];
        if (column->type != SW_SECONDS || timed)
            continue;
        snprintf(csv->names[csv->n], NAME_SIZE, "%s (seconds)", column->csv);
        *column =
            (struct sw_column){.csv = csv->names[csv->n], .type = SW_TEXT, .get = get_nothing};
    }
}

static void add_time(struct csv *csv, const struct sw_point *point, size_t at)
{
    snprintf(csv->names[csv->n], NAME_SIZE, "%" PRIu64 "c time", point->workers);
    memcpy(csv->row + at, &point->median_ns, sizeof point->median_ns);
    csv->columns[csv->n] =
        (struct sw_column){.csv = csv->names[csv->n], .type = SW_SECONDS, .at = at};
    csv->n++;
}

static void put(struct csv *csv, const struct sw_scaling_report *report)
{
    const void *rows[] = {csv->row};
    add_profile(csv, report);
    for (size_t i = 0; i < report->n_points; i++) {
        const struct sw_point *point = report->points[i];
        if (point->verdict != SW_AGREEMENT_CROWDED)
            add_time(csv, point, sizeof(struct sw_region) + i * sizeof(uint64_t));
    }
    struct sw_table table = {csv->columns, csv->n, rows, 1, report, &report->units};
    sw_table_csv(&table, report->out);
}

int sw_scaling_csv(const struct sw_scaling_report *report)
{
    size_t most = report->n_points + 16;
    struct csv csv = {calloc(most, sizeof *csv.columns), calloc(most, sizeof *csv.names),
                      calloc(1, sizeof(struct sw_region) + most * sizeof(uint64_t)), 0};
    int error = csv.columns && csv.names && csv.row ? 0 : -ENOMEM;
    if (!error)
        put(&csv, report);
    free(csv.columns);
    free(csv.names);
    free(csv.row);
    return error;
}
