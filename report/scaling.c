#include "report/scaling.h"
#include "report/model/scaling_formats.h"
#include "report/report.h"

/* The page of the profile has all that there is to say of the program; the runs are laid over it. */
static int put_over_profile(const struct sw_scaling_report *report,
                            const struct sw_report_options *options, FILE *out)
{
    struct sw_report_options over = {
        .format = SW_REPORT_HTML, .sources = options->sources, .measured = report};
    return sw_report_print(report->scaling->profile, &over, out);
}

/* Where the profile explains what was measured, its verdict does; with the cause's advice first. */
static int make_findings(struct sw_scaling_report *report, const struct sw_units *units)
{
    const struct sw_scaling *s = report->scaling;
    int error = sw_scaling_findings(&report->findings, s, units);
    if (error || !sw_scaling_is_explained(s))
        return error;
    error = sw_verdict_of_profile(&report->verdict, s->profile, 0);
    sw_findings_arrange(&report->findings, report->verdict.cause);
    return error;
}

static int put(struct sw_scaling_report *report, enum sw_as as,
               const struct sw_report_options *options, FILE *out)
{
    static sw_scaling_part *const formats[] = {sw_scaling_text, sw_scaling_csv, sw_scaling_json,
                                               sw_scaling_page, sw_scaling_gnuplot};
    char *const *argv = report->scaling->argv;
    const struct sw_profile what = {.program = argv[0], .args = (char **)argv};
    struct sw_document d;
    int error = sw_document_open(&d, as, options, &what, "ns", out);
    if (error)
        return error;
    if (!sw_document_fails(&d, make_findings(report, d.units)))
        formats[as](&d, report);
    return sw_document_close(&d);
}

int sw_scaling_print(const struct sw_scaling *s, enum sw_as as,
                     const struct sw_report_options *options, FILE *out)
{
    SW_POOL(pool);
    struct sw_scaling_report report = {.scaling = s};
    const struct sw_units units = {"ns", 1};
    bool over_profile = as == SW_AS_PAGE && s->profile;
    SW_POOLED(&pool, report.points, s->n_points);
    for (size_t i = 0; report.points && i < s->n_points; i++)
        if (s->points[i].n_trials)
            report.points[report.n_points++] = &s->points[i];
    int error = pool.error;
    if (!error && over_profile)
        error = make_findings(&report, &units);
    if (!error)
        error =
            over_profile ? put_over_profile(&report, options, out) : put(&report, as, options, out);
    sw_verdict_release(&report.verdict);
    sw_findings_release(&report.findings);
    return error;
}
