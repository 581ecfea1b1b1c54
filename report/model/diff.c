#include "report/model/diff.h"

#include "analysis/workspan/sites.h"
#include "report/model/diff_formats.h"
#include "report/write/outlet.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { DEFAULT_TOP = 10 };

static int (*const formats[])(const struct sw_diff_report *) = {
    [SW_DIFF_TEXT] = sw_diff_text,
    [SW_DIFF_CSV] = sw_diff_csv,
    [SW_DIFF_JSON] = sw_diff_json,
    [SW_DIFF_HTML] = sw_diff_html,
};

/* How much a row changed by what the rows are sorted by: positive is worse. */
static double change_of(const struct sw_difference *d, enum sw_diff_sort sort)
{
    double ratio = sw_difference_of_parallelism(d);
    if (sort == SW_DIFF_BY_PARALLELISM)
        return isnan(ratio) ? 0 : -log(ratio);
    return (double)(sort == SW_DIFF_BY_WORK ? d->local_work.growth : d->local_span.growth);
}

static int compare_sizes(const void *a, const void *b, void *options)
{
    const struct sw_difference *x = *(const struct sw_difference *const *)a;
    const struct sw_difference *y = *(const struct sw_difference *const *)b;
    enum sw_diff_sort sort = ((const struct sw_diff_options *)options)->sort;
    double p = fabs(change_of(x, sort)), q = fabs(change_of(y, sort));
    if (p != q)
        return p > q ? -1 : 1;
    return sw_site_compare_lines(&x->site, &y->site);
}

static int compare_rows(const void *a, const void *b, void *options)
{
    const struct sw_difference *x = *(const struct sw_difference *const *)a;
    const struct sw_difference *y = *(const struct sw_difference *const *)b;
    enum sw_diff_sort sort = ((const struct sw_diff_options *)options)->sort;
    double p = change_of(x, sort), q = change_of(y, sort);
    if (sort != SW_DIFF_BY_LINE && p != q)
        return p > q ? -1 : 1;
    return sw_site_compare_lines(&x->site, &y->site);
}

/* The largest changes are chosen, for better or worse; what got worse comes first then. In text
 * without what is as it was. */
static int list_rows(struct sw_diff_report *report)
{
    const struct sw_diff *f = report->diff;
    const struct sw_diff_options *o = report->options;
    int is_text = o->format == SW_DIFF_TEXT;
    size_t n = 0, top = o->page.top;
    if (!top)
        top = is_text ? DEFAULT_TOP : SW_REPORT_ALL;
    report->rows = calloc(f->n_sites + 1, sizeof *report->rows);
    if (!report->rows)
        return -ENOMEM;
    for (size_t i = 0; i < f->n_sites; i++)
        if (!is_text || sw_difference_is_any(&f->sites[i]))
            report->rows[n++] = &f->sites[i];
    report->n_rows = n < top ? n : top;
    report->n_left = n - report->n_rows;
    if (report->n_left)
        qsort_r(report->rows, n, sizeof *report->rows, compare_sizes, (void *)o);
    qsort_r(report->rows, report->n_rows, sizeof *report->rows, compare_rows, (void *)o);
    return 0;
}

/* The program, its regions, then the sites. */
int sw_diff_csv(const struct sw_diff_report *report)
{
    const struct sw_diff *f = report->diff;
    struct sw_table table = sw_diff_table(SW_DIFF_COLUMNS_CSV, f, &report->units);
    size_t n = 0;
    const void **rows = calloc(1 + f->n_regions + report->n_rows, sizeof *rows);
    if (!rows)
        return -ENOMEM;
    rows[n++] = &f->whole;
    for (size_t i = 0; i < f->n_regions; i++)
        rows[n++] = &f->regions[i];
    for (size_t i = 0; i < report->n_rows; i++)
        rows[n++] = report->rows[i];
    table.rows = rows;
    table.n_rows = n;
    sw_table_csv(&table, report->out);
    free(rows);
    return 0;
}

int sw_diff_print(const struct sw_diff *diff, const struct sw_diff_options *options, FILE *out)
{
    struct sw_outlet outlet;
    int error = sw_outlet_open(
        &outlet, out,
        sw_outlet_for(options->format == SW_DIFF_TEXT, options->format == SW_DIFF_CSV),
        &options->page, diff->after->unit);
    if (error)
        return error;
    struct sw_diff_options settled = *options;
    settled.page = outlet.page;
    struct sw_diff_report report = {
        .diff = diff, .options = &settled, .units = outlet.units, .out = outlet.out};
    error = list_rows(&report);
    if (!error)
        error = sw_diff_findings(&report.findings, diff, &report.units);
    if (!error)
        error = formats[options->format](&report);
    error = sw_outlet_close(&outlet, error);
    sw_findings_release(&report.findings);
    free(report.rows);
    return error;
}
