#include "report/model/check.h"

#include "analysis/workspan/sites.h"
#include "report/model/check_formats.h"
#include "report/write/outlet.h"

#include <errno.h>
#include <string.h>

const char sw_check_format_names[] = "text, json, junit, github";

/* In the order of enum sw_check_format. */
static const struct {
    const char *name;
    int (*print)(const struct sw_check_report *);
} formats[] = {{"text", sw_check_text},
               {"json", sw_check_json},
               {"junit", sw_check_junit},
               {"github", sw_check_github}};

int sw_check_parse_format(const char *name, enum sw_check_format *format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(name, formats[i].name)) {
            *format = (enum sw_check_format)i;
            return 0;
        }
    return -EINVAL;
}

int sw_check_print(const struct sw_check *check, const struct sw_check_options *options, FILE *out)
{
    struct sw_outlet outlet;
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
        error = formats[options->format].print(&report);
    error = sw_outlet_close(&outlet, error);
    sw_findings_release(&report.doubts);
    return error;
}
