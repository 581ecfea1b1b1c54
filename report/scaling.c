#include "report/scaling.h"

#include "report/model/scaling_formats.h"
#include "report/report.h"
#include "report/write/outlet.h"

#include <errno.h>
#include <stdlib.h>

/* In the order of enum sw_scaling_format. */
static int (*const formats[])(const struct sw_scaling_report *) = {
    sw_scaling_text, sw_scaling_csv, sw_scaling_json, sw_scaling_gnuplot, sw_scaling_html};

/* The page of the profile has all that there is to say of the program; the runs are laid over it. */
static int put_over_profile(const struct sw_scaling_report *report)
{
    struct sw_report_options options = {
        .format = SW_REPORT_HTML, .sources = report->options->sources, .measured = report};
    return sw_report_print(report->scaling->profile, &options, report->out);
}

static int list_points(struct sw_scaling_report *report)
{
    const struct sw_scaling *s = report->scaling;
    report->points = calloc(s->n_points + 1, sizeof *report->points);
    if (!report->points)
        return -ENOMEM;
    for (size_t i = 0; i < s->n_points; i++)
        if (s->points[i].n_trials)
            report->points[report->n_points++] = &s->points[i];
    return 0;
}

int sw_scaling_print(const struct sw_scaling *scaling, enum sw_scaling_format format,
                     const struct sw_report_options *options, FILE *out)
{
    struct sw_outlet outlet;
    int error = sw_outlet_open(&outlet, out,
                               sw_outlet_for(format == SW_SCALING_TEXT, format == SW_SCALING_CSV),
                               options, "ns");
    if (error)
        return error;
    struct sw_scaling_report report = {
        .scaling = scaling, .options = &outlet.page, .units = outlet.units, .out = outlet.out};
    error = list_points(&report);
    if (!error)
        error = sw_scaling_findings(&report.findings, scaling, &report.units);
    if (!error)
        error = format == SW_SCALING_HTML && scaling->profile ? put_over_profile(&report)
                                                              : formats[format](&report);
    error = sw_outlet_close(&outlet, error);
    sw_findings_release(&report.findings);
    free(report.points);
    return error;
}
