/* The table of call sites of a page. */
#include "analysis/workspan/sites.h"
#include "report/html/report.h"
#include "report/model/site_names.h"

#include <math.h>

#define PROFILE ((const struct sw_profile *)context)
#define SITE    ((const struct sw_site *)row)

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

static void get_span_share(const void *row, const void *context, struct sw_value *value)
{
    value->real = share(SITE->on_span.local.span, PROFILE->whole.span);
}

static void get_work_share(const void *row, const void *context, struct sw_value *value)
{
    value->real = share(SITE->on_work.local.work, PROFILE->whole.work);
}

/* Of a group: how often, work, span. */
#define COSTS(group_, path, side, m)                                                     \
    {path "count",    NULL,           "times", SW_COUNT, AT(sw_site, on_##side.m.count), \
     .word = "count", .group = group_},                                                  \
        {path "work",                                                                    \
         NULL,                                                                           \
         "work",                                                                         \
         SW_COST,                                                                        \
         AT(sw_site, on_##side.m.work),                                                  \
         .word = "their work",                                                           \
         .group = group_,                                                                \
         .heat = 1},                                                                     \
    {                                                                                    \
        path "span", NULL, "span", SW_COST, AT(sw_site, on_##side.m.span),               \
            .word = "their span", .group = group_, .heat = 1                             \
    }

#define MEASURE(group_, path, side, m)                                                    \
    COSTS(group_, path, side, m),                                                         \
    {                                                                                     \
        path "parallelism", NULL, "parallelism", SW_RATIO, AT(sw_site, on_##side.m.work), \
            OF(sw_site, on_##side.m.span), .word = "their parallelism", .group = group_   \
    }

#define NAME(key, title, getter)                                   \
    {                                                              \
        key, NULL, title, SW_TEXT, .get = getter, .group = "names" \
    }

static const struct sw_column sites[] = {
    {"call", NULL, "call", SW_TEXT, .get = sw_site_get_call, .word = "call site"},
    PAGE_FILE_COLUMN,
    LINE_COLUMN,
    {"share_of_span", NULL, "share of span", SW_SHARE, .get = get_span_share,
     .word = "share of span", .heat = 1},
    {"share_of_work", NULL, "share of work", SW_SHARE, .get = get_work_share,
     .word = "share of work", .heat = 1},
    COSTS("on_span.local", "on_span.local.", span, local),
    COSTS("on_work.local", "on_work.local.", work, local),
    MEASURE("on_span", "on_span.", span, top_site),
    MEASURE("on_work", "on_work.", work, top_site),
    {"on_work.burdened_span", NULL, "burdened span", SW_COST,
     AT(sw_site, on_work.top_site.burdened_span), .word = "burdened span", .group = "on_work"},
    {"on_work.spawns", NULL, "spawns", SW_COUNT, AT(sw_site, on_work.top_site.spawns),
     .word = "spawn", .group = "on_work"},
    MEASURE("on_span.top_caller", "on_span.top_caller.", span, top_caller),
    MEASURE("on_work.top_caller", "on_work.top_caller.", work, top_caller),
    NAME("kind", "kind", sw_site_get_kind),
    {"callee", NULL, "callee", SW_TEXT, .get = sw_site_get_callee, .group = "names"},
    {"caller", NULL, "caller", SW_TEXT, AT(sw_site, caller_place.function), .group = "names"},
    NAME("inlined_into", "inlined into", sw_site_get_inlined_into),
    NAME("address", "address", sw_site_get_address),
};

static const struct sw_html_group groups[] = {
    {"on_span.local", "On span, local", "on span, local", 1},
    {"on_work.local", "On work, local", "on work, local", 1},
    {"on_span", "On span, top-call-site", "on span, top-call-site", 0},
    {"on_work", "On work, top-call-site", "on work, top-call-site", 0},
    {"on_span.top_caller", "On span, top-caller", "on span, top-caller", 0},
    {"on_work.top_caller", "On work, top-caller", "on work, top-caller", 0},
    {"names", "Names", NULL, 0},
};

static struct sw_html_look look_of(enum sw_report_sort sort)
{
    struct sw_html_look look = {
        .sort = "on_span.local.span", .groups = groups, .n_groups = sizeof groups / sizeof *groups};
    switch (sort) {
    case SW_SORT_SPAN:
        look.sort = "on_span.span";
        break;
    case SW_SORT_LOCAL_WORK:
        look.sort = "on_work.local.work";
        break;
    case SW_SORT_WORK:
        look.sort = "on_work.work";
        break;
    case SW_SORT_COUNT:
        look.sort = "on_work.local.count";
        break;
    case SW_SORT_PARALLELISM:
        look.sort = "on_work.parallelism";
        look.ascending = 1;
        break;
    case SW_SORT_LINE:
        look.sort = "file";
        look.ascending = 1;
        break;
    default:
        break;
    }
    return look;
}

/* They are called as the program's author would. */
static void name_section(struct sw_html_section *section, const struct sw_profile *p)
{
    if (p->front_end == SW_FRONT_END_ANNOTATE) {
        section->title = "Sections, tasks and locks";
        section->lead =
            "As annotated. What is local on the span adds up to the critical path. To "
            "make that shorter, shorten the first rows, or divide them into more tasks.";
        section->word = "section";
    } else if (p->n_simulations) {
        section->title = "Constructs on work and on span";
        section->lead = "What is local on the span adds up to the critical path of the last run. "
                        "To make that shorter, begin with the first rows.";
        section->word = "construct";
    }
}

void sw_html_sites(struct sw_html *html, const struct sw_report *report)
{
    struct sw_html_section section = {
        .key = "sites",
        .title = "Call sites",
        .lead = "Every place that calls, spawns or is a parallel loop. What is local on the span "
                "adds up to the critical path. To make that shorter, begin with the first rows.",
        .word = "call site"};
    name_section(&section, report->profile);
    struct sw_html_look look = look_of(report->options->sort);
    struct sw_table table = {.columns = sites,
                             .n_columns = sizeof sites / sizeof *sites,
                             .rows = report->sites,
                             .n_rows = report->n_sites,
                             .context = report->profile,
                             .units = &report->units};
    sw_html_table(html, &section, &table, &look);
}
