#include "report/write/options.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

const char sw_report_sort_names[] = "local-span, span, local-work, work, count, parallelism, line, "
                                    "idle, overhead, wait, blame";
const char sw_report_on_names[] = "work, span, idle, overhead, wait, blame";
const char sw_report_view_names[] = "tree, callers, flat, lines";
const char sw_report_sources_names[] = "yes, no";

/* In the order of enum sw_report_sort. */
static const char *const sorts[] = {"local-span", "span",        "local-work", "work",
                                    "count",      "parallelism", "line",       "idle",
                                    "overhead",   "wait",        "blame"};

/* In the order of enum sw_report_on, and of enum sw_report_view. */
static const char *const ons[] = {"work", "span", "idle", "overhead", "wait", "blame"};
static const char *const views[] = {"", "tree", "callers", "flat", "lines"};

/* The index of a name, or -1. */
static int find_name(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (*names[i] && !strcmp(name, names[i]))
            return (int)i;
    return -1;
}

int sw_report_parse_sort(const char *name, enum sw_report_sort *sort)
{
    int i = find_name(name, sorts, sizeof sorts / sizeof *sorts);
    if (i >= 0)
        *sort = (enum sw_report_sort)i;
    return i < 0 ? -EINVAL : 0;
}

int sw_report_parse_on(const char *name, enum sw_report_on *on)
{
    int i = find_name(name, ons, sizeof ons / sizeof *ons);
    if (i >= 0)
        *on = (enum sw_report_on)i;
    return i < 0 ? -EINVAL : 0;
}

int sw_report_parse_view(const char *name, enum sw_report_view *view)
{
    int i = find_name(name, views, sizeof views / sizeof *views);
    if (i >= 0)
        *view = (enum sw_report_view)i;
    return i < 0 ? -EINVAL : 0;
}

int sw_report_parse_sources(const char *name, struct sw_report_sources *sources)
{
    struct stat status;
    *sources = (struct sw_report_sources){.shown = strcmp(name, "no") ? SW_YES : SW_NO};
    if (sources->shown == SW_NO || !strcmp(name, "yes"))
        return 0;
    sources->below = name;
    return stat(name, &status) || !S_ISDIR(status.st_mode) ? -EINVAL : 0;
}
