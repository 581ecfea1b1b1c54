#include "tool/html_output.h"
#include "tool/command.h"
#include "tool/print.h"

#include <stdio.h>
#include <unistd.h>

struct printed {
    const struct sw_profile *profile;
    struct sw_report_options options;
};

static int print(const void *data, FILE *out)
{
    const struct printed *p = data;
    return sw_report_print(p->profile, &p->options, out);
}

void sw_html_write(const struct sw_profile *profile, const struct sw_report_options *options,
                   const char *path, const char *profile_path)
{
    struct printed printed = {profile, *options};
    printed.options.format = SW_REPORT_HTML;
    printed.options.top = 0; /* a page has room for all */
    if (!sw_print(path, stdout, "the page", print, &printed) && !access(profile_path, R_OK))
        sw_error("'spanwise report --format=html -o FILE %s' makes the page elsewhere",
                 profile_path);
}

bool sw_html_suits(enum sw_report_format format)
{
    if (format != SW_REPORT_HTML)
        return true;
    sw_error(
        "--format=html is a page for a browser, not for stderr: --html=FILE writes it to FILE");
    return false;
}
