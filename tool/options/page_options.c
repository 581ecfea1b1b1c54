#include "tool/options/page_options.h"
#include "tool/common/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int parse_number(const char *text, unsigned long most, unsigned long *number)
{
    char *end;
    if (*text < '0' || *text > '9')
        return -EINVAL;
    errno = 0;
    *number = strtoul(text, &end, 10);
    return *end || errno || *number > most || *number == 0 ? -EINVAL : 0;
}

static int parse_top(const char *text, struct sw_report_options *options)
{
    unsigned long number;
    if (!strcmp(text, "all")) {
        options->top = SW_REPORT_ALL;
        return 0;
    }
    if (parse_number(text, SW_REPORT_ALL, &number)) {
        sw_error("'--top=%s' is not a positive number or 'all'", text);
        return -EINVAL;
    }
    options->top = number;
    return 0;
}

static int parse_width(const char *text, struct sw_report_options *options)
{
    unsigned long number;
    if (parse_number(text, 100000, &number)) {
        sw_error("'--width=%s' is not a positive number", text);
        return -EINVAL;
    }
    options->width = (unsigned)number;
    return 0;
}

static int parse_color(const char *text, struct sw_report_options *options)
{
    static const char *const names[] = {"auto", "never", "always"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(text, names[i])) {
            options->color = (enum sw_report_choice)i;
            return 0;
        }
    sw_error("'--color=%s' is not one of auto, always, never", text);
    return -EINVAL;
}

int sw_page_options_take(struct sw_report_options *options, int option, const char *value)
{
    int error = 0;
    if (option == SW_PAGE_TOP)
        error = parse_top(value, options);
    else if (option == SW_PAGE_WIDTH)
        error = parse_width(value, options);
    else if (option == SW_PAGE_COLOR)
        error = parse_color(value, options);
    else
        return 0;
    return error ? -1 : 1;
}
