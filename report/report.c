#include "report/report.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "report/export/export.h"
#include "report/model/effort.h"
#include "report/model/run.h"

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
        return 0;
    }
}

static int compare_parallelism(const struct sw_site *a, const struct sw_site *b)
{
    double x = sw_parallelism(a->on_work.top_site.work, a->on_work.top_site.span);
    double y = sw_parallelism(b->on_work.top_site.work, b->on_work.top_site.span);
    if (isnan(x) || isnan(y))
        return isnan(x) - isnan(y);
    return SW_RISING(x, y);
}

static int compare_sites(const void *a, const void *b, void *options)
{
    const struct sw_site *x = *(const struct sw_site *const *)a;
    const struct sw_site *y = *(const struct sw_site *const *)b;
    enum sw_report_sort sort = ((const struct sw_report_options *)options)->sort;
    int order = sort == SW_SORT_PARALLELISM ? compare_parallelism(x, y) : 0;
    uint64_t key_x = sort_key(x, sort), key_y = sort_key(y, sort);
    return SW_BY(SW_FALLING(key_x, key_y), order, sw_site_compare_lines(x, y));
}

/* An OpenMP program may have many locks that nobody waits for. */
static void leave_out_idle(struct sw_report *report, enum sw_report_sort sort)
{
    while (report->n_sites && !sort_key(report->sites[report->n_sites - 1], sort) &&
           sort != SW_SORT_LINE && sort != SW_SORT_PARALLELISM)
        report->n_sites--;
}

static int list_sites(struct sw_report *report, const struct sw_report_options *o)
{
    const struct sw_profile *p = report->profile;
    bool is_text = o->format == SW_REPORT_TEXT;
    size_t top = o->top ? o->top : is_text ? 10 : SW_REPORT_ALL;
    report->sites = calloc(p->n_sites + 1, sizeof *report->sites);
    if (!report->sites)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_sites; i++)
        report->sites[i] = &p->sites[i];
    qsort_r(report->sites, p->n_sites, sizeof *report->sites, compare_sites, (void *)o);
    report->n_sites = p->n_sites < top ? p->n_sites : top;
    if (!o->top && p->n_simulations && is_text)
        leave_out_idle(report, o->sort);
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
    return !sw_run_formats[format];
}

int sw_report_format_effort(enum sw_report_format format)
{
    return format == SW_REPORT_TEXT || format == SW_REPORT_CSV || format == SW_REPORT_JSON ||
           format == SW_REPORT_HTML || sw_report_format_samples(format) ||
           sw_report_format_exports(format);
}

static bool make(struct sw_report *r, struct sw_document *d)
{
    const struct sw_profile *p = r->profile, *serial = d->options->serial;
    int error = list_sites(r, d->options) ?: sw_findings_make(&r->findings, p, d->units)
                ?: sw_verdict_make(&r->verdict, p, &r->findings, 0)
                ?: sw_run_list_functions(r, d->options->sort)
                ?: sw_report_simulation_make(&r->simulation, p);
    if (!error && serial)
        error = sw_inflation_make(&r->inflation, serial, p)
                    ?: sw_inflation_findings(&r->findings, &r->inflation, d->units);
    sw_findings_arrange(&r->findings, r->verdict.cause);
    return !sw_document_fails(d, error);
}

int sw_report_print(const struct sw_profile *profile, const struct sw_report_options *options,
                    FILE *out)
{
    static const struct sw_report_options defaults;
    struct sw_report report = {.profile = profile};
    struct sw_document d;
    options = options ? options : &defaults;
    if (sw_report_format_exports(options->format))
        return sw_export_print(profile, options, out);
    if (sw_profile_is_effort(profile) && sw_report_format_effort(options->format))
        return sw_effort_print(profile, options, out);
    int error =
        sw_document_open(&d, sw_document_as(options->format), options, profile, profile->unit, out);
    if (error)
        return error;
    if (make(&report, &d))
        sw_run_formats[options->format](&d, &report);
    if (options->is_fine)
        *options->is_fine = report.verdict.cause >= SW_WHY_CAUSES;
    error = sw_document_close(&d);
    sw_findings_release(&report.findings);
    sw_verdict_release(&report.verdict);
    sw_inflation_release(&report.inflation);
    sw_report_simulation_release(&report.simulation);
    sw_functions_release(&report.functions);
    free(report.function_rows);
    free(report.sites);
    return error;
}
