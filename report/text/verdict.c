/* The ledger of the verdict, and the speedups by number of cores: all that fits a screen. */
#include "report/model/verdict.h"
#include "analysis/workspan/sites.h"
#include "report/model/formats.h"
#include "report/write/page.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AT(member) .at = offsetof(struct sw_verdict_row, member)

static void get_line(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_verdict_place *place = sw_verdict_row_place(row);
    (void)context;
    value->none = !place || !place->line;
    if (!value->none)
        snprintf(value->scratch, sizeof value->scratch, "%s:%" PRIu32, sw_base_name(place->file),
                 place->line);
    value->text = value->scratch;
}

static void get_function(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_verdict_place *place = sw_verdict_row_place(row);
    (void)context;
    value->none = !place || !*place->function;
    value->text = value->none ? "" : place->function;
}

static void get_places(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_verdict_loss *loss = ((const struct sw_verdict_row *)row)->loss;
    (void)context;
    value->none = !loss || !loss->n_all;
    value->integer = loss ? loss->n_all : 0;
}

static const struct sw_column columns[] = {
    {NULL, NULL, "share of\ncores' time", SW_SHARE, AT(share)},
    {NULL, NULL, "\ngoes to", SW_TEXT, AT(cause)},
    {NULL, NULL, "speedup\nwithout it", SW_REAL, AT(speedup_without)},
    {NULL, NULL, "\nplaces", SW_COUNT, .get = get_places},
    {NULL, NULL, "\nfirst line", SW_TEXT, .get = get_line, .fit = SW_PATH},
    {NULL, NULL, "\nin function", SW_TEXT, .get = get_function, .fit = SW_NAME},
};

enum { NARROW = 56, SHORTEST = 3 }; /* a terminal for its first columns only */

static int put_ledger(const struct sw_verdict *v, const struct sw_units *units,
                      const struct sw_page *page)
{
    struct sw_verdict_row all[SW_VERDICT_ROWS];
    const void *rows[SW_VERDICT_ROWS];
    char title[80], n[SW_UNITS_SIZE];
    size_t k = sw_verdict_rows(v, all);
    if (!k)
        return 0;
    for (size_t i = 0; i < k; i++)
        rows[i] = &all[i];
    snprintf(title, sizeof title, "Where the time of %s goes",
             sw_units_some(v->processors, "core", n));
    sw_page_heading(page, title);
    size_t n_columns = page->width < NARROW ? SHORTEST : sizeof columns / sizeof *columns;
    struct sw_table table = {columns, n_columns, rows, k, NULL, units};
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}

enum { LABEL = 10, CELL = 8, MOST_CELLS = 16 };

struct cell {
    uint64_t processors;
    double expected, measured; /* NAN: not known */
};

static int compare(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    return (x->processors > y->processors) - (x->processors < y->processors);
}

static void add(struct cell *cells, size_t *n, const struct sw_verdict_speedup *s, bool is_measured)
{
    size_t i = 0;
    while (i < *n && cells[i].processors != s->processors)
        i++;
    if (i == *n)
        cells[(*n)++] = (struct cell){s->processors, NAN, NAN};
    *(is_measured ? &cells[i].measured : &cells[i].expected) = s->speedup;
}

/* Of more than fit: those that were measured, the last one, and powers of two; then the last of them. Returns how many. */
static size_t choose(struct cell *cells, size_t n, size_t most)
{
    size_t k = 0;
    for (size_t i = 0; n > most && i < n; i++)
        if (!isnan(cells[i].measured) || i + 1 == n ||
            !(cells[i].processors & (cells[i].processors - 1)))
            cells[k++] = cells[i];
    k = k ? k : n;
    for (size_t i = 0; k > most && i < most; i++)
        cells[i] = cells[i + k - most];
    return k < most ? k : most;
}

static void put_row(const struct sw_page *page, const char *label, const struct cell *cells,
                    size_t n, bool is_measured)
{
    fprintf(page->out, "  %-*s", LABEL, label);
    for (size_t i = 0; i < n; i++) {
        double value = is_measured ? cells[i].measured : cells[i].expected;
        char text[SW_UNITS_SIZE];
        fprintf(page->out, "%*s", CELL, isnan(value) ? "-" : sw_units_ratio(value, text));
    }
    fputc('\n', page->out);
}

/* A column each: there is more room in this direction. */
static int put_speedups(const struct sw_verdict *v, const struct sw_page *page)
{
    struct cell *cells = calloc(v->n_expected + v->n_measured + 1, sizeof *cells);
    size_t n = 0, most = page->width > LABEL + 3 * CELL ? (page->width - LABEL - 2) / CELL : 2;
    if (!cells)
        return -ENOMEM;
    for (size_t i = 0; i < v->n_expected; i++)
        add(cells, &n, &v->expected[i], false);
    for (size_t i = 0; i < v->n_measured; i++)
        add(cells, &n, &v->measured[i], true);
    qsort(cells, n, sizeof *cells, compare);
    n = choose(cells, n, most < MOST_CELLS ? most : MOST_CELLS);
    if (n > 1 || v->n_measured) {
        sw_page_heading(page, "Speedup by number of cores");
        fprintf(page->out, "%s  %-*s", page->bold, LABEL, "cores");
        for (size_t i = 0; i < n; i++)
            fprintf(page->out, "%*" PRIu64, CELL, cells[i].processors);
        fprintf(page->out, "%s\n", page->plain);
        put_row(page, "expected", cells, n, false);
        if (v->n_measured)
            put_row(page, "measured", cells, n, true);
    }
    free(cells);
    return 0;
}

int sw_report_text_ledger(const struct sw_verdict *v, const struct sw_units *units,
                          const struct sw_page *page, bool is_brief)
{
    int error = put_ledger(v, units, page);
    return error || !is_brief ? error : put_speedups(v, page);
}
