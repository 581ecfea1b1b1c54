#include "tool/commands/html_output.h"
#include "console/message.h"
#include "tool/commands/page_sources.h"
#include "tool/commands/profile_name.h"
#include "tool/common/print.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct sw_option sw_html_takes[] = {
    {"html", 0, SW_VALUE_FILE, "FILE",
     .help = "also write the report to FILE as one self-contained HTML page (default: a name made "
             "from the program's)",
     .is_optional = true, .writes = true, .size = sizeof(const char *)},
    {0},
};

enum { MOST_NAMES = 100 };

struct printed {
    const struct sw_profile *profile;
    struct sw_report_options options;
};

static int print(const void *data, FILE *out)
{
    const struct printed *p = data;
    return sw_report_print(p->profile, &p->options, out);
}

bool sw_html_write(const struct sw_profile *profile, const struct sw_report_options *options,
                   const char *path, const char *profile_path)
{
    struct printed printed = {profile, *options};
    printed.options.format = SW_REPORT_HTML;
    sw_page_sources_settle(&printed.options.sources, profile, NULL);
    printed.options.top = 0; /* a page has room for all */
    if (sw_print(path, stdout, "the page", print, &printed))
        return true;
    if (!access(profile_path, R_OK))
        sw_error("'spanwise report --format=html -o FILE %s' makes the page elsewhere",
                 profile_path);
    return false;
}

bool sw_html_suits(enum sw_report_format format)
{
    if (format != SW_REPORT_HTML)
        return true;
    sw_error(
        "--format=html is a page for a browser, not for stderr: --html=FILE writes it to FILE");
    return false;
}

const char *sw_html_name(const char *html, const char *program, const char *what)
{
    static char name[PATH_MAX];
    char end[64];
    unsigned number = 1;
    if (!html || *html)
        return html;
    do {
        snprintf(end, sizeof end, number > 1 ? "-%s-%u.html" : "-%s.html", what, number);
        sw_name_after(program, end, name);
    } while (!sw_name_is_free_for_page(name) && ++number < MOST_NAMES);
    sw_error("--html: the page is '%s'", name);
    return name;
}

bool sw_html_is_alone(const char *html, const char *operand)
{
    const char *dot = strrchr(operand, '.');
    if (!html || *html || !dot || strcmp(dot, ".html"))
        return true;
    sw_error("--html and its file are one word: '--html=%s'", operand);
    return false;
}
