#include "report/model/check.h"
#include "analysis/workspan/sites.h"
#include "report/model/check_formats.h"
#include "report/write/outlet.h"

static int (*const formats[])(const struct sw_check_report *) = {
    [SW_CHECK_TEXT] = sw_check_text,
    [SW_CHECK_JUNIT] = sw_check_junit,
    [SW_CHECK_GITHUB] = sw_check_github,
};

int sw_check_print(const struct sw_check *check, const struct sw_check_options *options, FILE *out)
{
    struct sw_outlet outlet;
    if (options->format == SW_CHECK_JSON)
        return sw_check_json(check, options, out);
    int error = sw_outlet_open(&outlet, out, sw_outlet_for(options->format == SW_CHECK_TEXT, false),
                               &options->page, check->profile->unit);
    if (error)
        return error;
    struct sw_check_options settled = *options;
    settled.page = outlet.page;
    struct sw_check_report report = {
        .check = check, .options = &settled, .units = outlet.units, .out = outlet.out};
    if (check->baseline)
        error = sw_diff_doubts(&report.doubts, &check->diff, &report.units);
    if (!error)
        error = formats[options->format](&report);
    error = sw_outlet_close(&outlet, error);
    sw_findings_release(&report.doubts);
    return error;
}
