#include "report/report.h"

#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "report/export/export.h"
#include "report/model/columns.h"
#include "report/model/effort.h"
#include "report/model/formats.h"
#include "report/model/inflation.h"
#include "report/model/sampled.h"
#include "report/write/outlet.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const uint64_t sw_report_processors[SW_REPORT_N_PROCESSORS] = {2, 4, 8, 16, 32, 64, 128};

/* Those that are not here are sw_export_print()'s. */
static int (*const formats[SW_REPORT_FORMATS])(const struct sw_report *) = {
    [SW_REPORT_TEXT] = sw_report_text,
    [SW_REPORT_CSV] = sw_report_csv,
    [SW_REPORT_CSV_SITES] = sw_report_csv_sites,
    [SW_REPORT_CSV_RUNS] = sw_report_csv_runs,
    [SW_REPORT_CSV_CONSTRUCTS] = sw_report_csv_constructs,
    [SW_REPORT_JSON] = sw_report_json,
    [SW_REPORT_GNUPLOT] = sw_report_gnuplot,
    [SW_REPORT_CSV_FUNCTIONS] = sw_report_csv_functions,
    [SW_REPORT_HTML] = sw_report_html,
};

static uint64_t sort_key(const struct sw_site *site, enum sw_report_sort sort)
{
    switch (sort) {
    case SW_SORT_LOCAL_SPAN:
        return site->on_span.local.span;
    case SW_SORT_SPAN:
        return site->on_span.top_site.span;
    case SW_SORT_LOCAL_WORK:
        return site->on_work.local.work;
    case SW_SORT_WORK:
        return site->on_work.top_site.work;
    case SW_SORT_COUNT:
        return site->on_work.local.count;
    default:
        break;
    }
    return 0;
}

static int compare_parallelism(const struct sw_site *a, const struct sw_site *b)
{
    double x = sw_parallelism(a->on_work.top_site.work, a->on_work.top_site.span);
    double y = sw_parallelism(b->on_work.top_site.work, b->on_work.top_site.span);
    if (isnan(x) || isnan(y))
        return isnan(x) - isnan(y);
    return (x > y) - (x < y);
}

static int compare_sites(const void *a, const void *b, void *options)
{
    const struct sw_site *x = *(const struct sw_site *const *)a;
    const struct sw_site *y = *(const struct sw_site *const *)b;
    enum sw_report_sort sort = ((const struct sw_report_options *)options)->sort;
    int order = sort == SW_SORT_PARALLELISM ? compare_parallelism(x, y) : 0;
    uint64_t key_x = sort_key(x, sort), key_y = sort_key(y, sort);
    if (key_x != key_y)
        order = key_x > key_y ? -1 : 1;
    return order ? order : sw_site_compare_lines(x, y);
}

/* An OpenMP program may have many locks that nobody waits for. */
static void leave_out_idle(struct sw_report *report)
{
    while (report->n_sites &&
           !sort_key(report->sites[report->n_sites - 1], report->options->sort) &&
           report->options->sort != SW_SORT_LINE && report->options->sort != SW_SORT_PARALLELISM)
        report->n_sites--;
}

static int list_sites(struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    size_t top = report->options->top;
    int is_default = top == 0 && p->n_simulations && report->options->format == SW_REPORT_TEXT;
    if (top == 0)
        top = report->options->format == SW_REPORT_TEXT ? 10 : SW_REPORT_ALL;
    report->sites = calloc(p->n_sites + 1, sizeof *report->sites);
    if (!report->sites)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_sites; i++)
        report->sites[i] = &p->sites[i];
    qsort_r(report->sites, p->n_sites, sizeof *report->sites, compare_sites,
            (void *)report->options);
    report->n_sites = p->n_sites < top ? p->n_sites : top;
    if (is_default)
        leave_out_idle(report);
    return 0;
}

static int list_figures(struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    report->whole = (struct sw_region){sw_profile_empty, p->whole};
    report->figures = calloc(p->n_regions + 1, sizeof *report->figures);
    if (!report->figures)
        return -ENOMEM;
    report->figures[0] = &report->whole;
    for (size_t i = 0; i < p->n_regions; i++)
        report->figures[i + 1] = &p->regions[i];
    return 0;
}

int sw_report_csv(const struct sw_report *report)
{
    struct sw_table table = sw_columns_table(SW_COLUMNS_CILKSCALE, report->profile, &report->units);
    table.rows = report->figures;
    table.n_rows = report->profile->n_regions + 1;
    sw_table_csv(&table, report->out);
    return 0;
}

/* With the columns of the inflation behind the others. */
static int csv_with_inflation(const struct sw_report *report, struct sw_table *table)
{
    struct sw_table more = sw_inflation_table(SW_INFLATION_CSV, report);
    size_t n = table->n_columns + more.n_columns;
    struct sw_column *columns = calloc(n, sizeof *columns);
    if (!columns)
        return -ENOMEM;
    memcpy(columns, table->columns, table->n_columns * sizeof *columns);
    memcpy(columns + table->n_columns, more.columns, more.n_columns * sizeof *columns);
    table->columns = columns;
    table->n_columns = n;
    table->context = more.context; /* the others do not look at theirs */
    sw_table_csv(table, report->out);
    free(columns);
    return 0;
}

int sw_report_csv_sites(const struct sw_report *report)
{
    struct sw_table table = sw_columns_table(SW_COLUMNS_SITES_CSV, report->profile, &report->units);
    table.rows = report->sites;
    table.n_rows = report->n_sites;
    if (report->options->serial)
        return csv_with_inflation(report, &table);
    sw_table_csv(&table, report->out);
    return 0;
}

int sw_report_format_compares(enum sw_report_format format)
{
    return format == SW_REPORT_TEXT || format == SW_REPORT_CSV_SITES || format == SW_REPORT_JSON ||
           format == SW_REPORT_HTML;
}

int sw_report_format_samples(enum sw_report_format format)
{
    return format == SW_REPORT_CSV_FUNCTIONS;
}

int sw_report_format_exports(enum sw_report_format format)
{
    return !formats[format];
}

int sw_report_format_effort(enum sw_report_format format)
{
    return format == SW_REPORT_TEXT || format == SW_REPORT_CSV || format == SW_REPORT_JSON ||
           format == SW_REPORT_HTML || sw_report_format_samples(format) ||
           sw_report_format_exports(format);
}

static int compare_with_serial(struct sw_report *report)
{
    const struct sw_report_options *o = report->options;
    struct sw_inflation *f = &report->inflation;
    if (!o->serial)
        return 0;
    int error = sw_inflation_make(f, o->serial, report->profile);
    if (error)
        return error;
    report->growths = calloc(f->n_sites + 1, sizeof *report->growths);
    if (!report->growths)
        return -ENOMEM;
    for (size_t i = 0; i < f->n_sites; i++)
        report->growths[i] = &f->sites[i];
    error = sw_inflation_findings(&report->findings, f, &report->units);
    sw_findings_arrange(&report->findings);
    return error;
}

int sw_report_print(const struct sw_profile *profile, const struct sw_report_options *options,
                    FILE *out)
{
    static const struct sw_report_options defaults;
    struct sw_outlet outlet;
    options = options ? options : &defaults;
    if (sw_report_format_exports(options->format))
        return sw_export_print(profile, options, out);
    if (sw_profile_is_effort(profile) && sw_report_format_effort(options->format))
        return sw_effort_print(profile, options, out);
    int error = sw_outlet_open(
        &outlet, out,
        sw_outlet_for(options->format == SW_REPORT_TEXT,
                      options->format != SW_REPORT_JSON && options->format != SW_REPORT_HTML),
        options, profile->unit);
    if (error)
        return error;
    struct sw_report report = {
        .profile = profile, .options = &outlet.page, .units = outlet.units, .out = outlet.out};
    error = list_sites(&report);
    if (!error)
        error = list_figures(&report);
    if (!error)
        error = sw_sampled_list(&report);
    if (!error)
        error = sw_findings_make(&report.findings, profile, &report.units);
    if (!error)
        error = sw_verdict_make(&report.verdict, profile, &report.findings, 0);
    if (!error)
        error = sw_report_simulation_make(&report.simulation, profile);
    if (!error)
        error = compare_with_serial(&report);
    if (!error)
        error = formats[report.options->format](&report);
    error = sw_outlet_close(&outlet, error);
    sw_findings_release(&report.findings);
    sw_verdict_release(&report.verdict);
    sw_inflation_release(&report.inflation);
    sw_report_simulation_release(&report.simulation);
    sw_functions_release(&report.functions);
    free(report.function_rows);
    free(report.growths);
    free(report.sites);
    free(report.figures);
    return error;
}
