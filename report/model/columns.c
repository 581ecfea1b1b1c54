#include "report/model/columns.h"

#include "analysis/workspan/bounds.h"
#include "analysis/workspan/on_line.h"
#include "report/model/site_names.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

#define SHARE_GETTER(name, part, total)                                            \
    static void name(const void *row, const void *profile, struct sw_value *value) \
    {                                                                              \
        value->real = share(((const struct sw_site *)row)->part,                   \
                            ((const struct sw_profile *)profile)->whole.total);    \
    }

SHARE_GETTER(get_local_span_share, on_span.local.span, span)
SHARE_GETTER(get_local_work_share, on_work.local.work, work)
SHARE_GETTER(get_span_share, on_span.top_site.span, span)
SHARE_GETTER(get_work_share, on_work.top_site.work, work)

static void get_relief(const void *row, const void *profile, struct sw_value *value)
{
    (void)profile;
    value->integer = sw_site_relief(row);
}

static void get_strand(const void *row, const void *profile, struct sw_value *value)
{
    (void)profile;
    value->integer = sw_average_maximal_strand(&((const struct sw_region *)row)->figures);
}

/* One measure of a site, in Cilkprof's words and order, and its JSON path. */
#define MEASURE(path, words, side, m)                                                         \
    {path "work", words "work on " #side, NULL, SW_COST, AT(sw_site, on_##side.m.work)},      \
        {path "span", words "span on " #side, NULL, SW_COST, AT(sw_site, on_##side.m.span)},  \
        {path "parallelism", words "parallelism on " #side, NULL,                             \
         SW_RATIO,           AT(sw_site, on_##side.m.work), OF(sw_site, on_##side.m.span)},   \
    {                                                                                         \
        path "count", words "count on " #side, NULL, SW_COUNT, AT(sw_site, on_##side.m.count) \
    }

#define SIDE_JSON(side)                                                                        \
    MEASURE("on_" #side ".", "", side, top_site),                                              \
        {"on_" #side ".burdened_span", NULL, NULL, SW_COST,                                    \
         AT(sw_site, on_##side.top_site.burdened_span)},                                       \
        {"on_" #side ".spawns", NULL, NULL, SW_COUNT, AT(sw_site, on_##side.top_site.spawns)}, \
        {"on_" #side ".syncs", NULL, NULL, SW_COUNT, AT(sw_site, on_##side.top_site.syncs)},   \
        MEASURE("on_" #side ".top_caller.", "top ", side, top_caller),                         \
        MEASURE("on_" #side ".local.", "local ", side, local)

static const struct sw_column sites_json[] = {
    SITE_COLUMNS,
    {"address", NULL, NULL, SW_TEXT, .get = sw_site_get_address},
    {"inlined_into", NULL, NULL, SW_TEXT, .get = sw_site_get_inlined_into},
    SIDE_JSON(work),
    SIDE_JSON(span),
    {"on_span.relief", NULL, NULL, SW_COST, .get = get_relief},
};

static const struct sw_column sites_csv[] = {
    FILE_COLUMN,
    LINE_COLUMN,
    {NULL, "call sites (rip)", NULL, SW_TEXT, .get = sw_site_get_address},
    {NULL, "function type", NULL, SW_TEXT, .get = sw_site_get_kind},
    MEASURE("", "", work, top_site),
    MEASURE("", "top ", work, top_caller),
    MEASURE("", "local ", work, local),
    MEASURE("", "", span, top_site),
    MEASURE("", "top ", span, top_caller),
    MEASURE("", "local ", span, local),
    COLUMN_COLUMN,
    CALLER_COLUMN,
    CALLEE_COLUMN,
};

/* Text: a site's part of the work or the span, by itself or with all that its callee calls. */
#define TEXT_COLUMNS(side, getter, measure, title)                                      \
    {NULL, NULL, "share\nof " #side, SW_SHARE, .get = getter},                          \
        {NULL, NULL, title "\n" #side, SW_COST, AT(sw_site, on_##side.measure.side)},   \
        {NULL,                                                                          \
         NULL,                                                                          \
         "paral-\nlelism",                                                              \
         SW_RATIO,                                                                      \
         AT(sw_site, on_##side.top_site.work),                                          \
         OF(sw_site, on_##side.top_site.span)},                                         \
        {NULL, NULL, "times\non " #side, SW_COUNT, AT(sw_site, on_##side.local.count)}, \
        PLACE_COLUMN, CALL_COLUMN

static const struct sw_column sites_local_span[] = {
    TEXT_COLUMNS(span, get_local_span_share, local, "local")};
static const struct sw_column sites_span[] = {
    TEXT_COLUMNS(span, get_span_share, top_site, "whole")};
static const struct sw_column sites_local_work[] = {
    TEXT_COLUMNS(work, get_local_work_share, local, "local")};
static const struct sw_column sites_work[] = {
    TEXT_COLUMNS(work, get_work_share, top_site, "whole")};

#define WORK        AT(sw_region, figures.work)
#define SPAN        AT(sw_region, figures.span)
#define BURDENED    AT(sw_region, figures.burdened_span)
#define OF_SPAN     OF(sw_region, figures.span)
#define OF_BURDENED OF(sw_region, figures.burdened_span)

static const struct sw_column figures[] = {
    {"work", NULL, NULL, SW_COST, WORK},
    {"span", NULL, NULL, SW_COST, SPAN},
    {"burdened_span", NULL, NULL, SW_COST, BURDENED},
    {"parallelism", NULL, NULL, SW_RATIO, WORK, OF_SPAN},
    {"burdened_parallelism", NULL, NULL, SW_RATIO, WORK, OF_BURDENED},
    {"spawns", NULL, NULL, SW_COUNT, AT(sw_region, figures.spawns)},
    {"syncs", NULL, NULL, SW_COUNT, AT(sw_region, figures.syncs)},
    {"average_maximal_strand", NULL, NULL, SW_COST, .get = get_strand},
};

static const struct sw_column regions[] = {
    {"region", NULL, "region", SW_TEXT, AT(sw_region, label), .fit = SW_NAME, .word = "region"},
    {"count", NULL, "times", SW_COUNT, AT(sw_region, figures.count)},
    {"work", NULL, "work", SW_COST, WORK, .word = "work", .heat = 1},
    {"span", NULL, "span", SW_COST, SPAN, .word = "span", .heat = 1},
    {"parallelism", NULL, "paral-\nlelism", SW_RATIO, WORK, OF_SPAN, .word = "parallelism"},
    {"burdened_parallelism", NULL, "burdened\nparallelism", SW_RATIO, WORK, OF_BURDENED,
     .word = "burdened parallelism"},
};

static const struct sw_column cilkscale[] = {
    {NULL, "tag", NULL, SW_TEXT, AT(sw_region, label)},
    {NULL, "work", NULL, SW_SECONDS, WORK},
    {NULL, "span", NULL, SW_SECONDS, SPAN},
    {NULL, "parallelism", NULL, SW_RATIO, WORK, OF_SPAN},
    {NULL, "burdened_span", NULL, SW_SECONDS, BURDENED},
    {NULL, "burdened_parallelism", NULL, SW_RATIO, WORK, OF_BURDENED},
};

static const struct sw_column speedup[] = {
    {"processors", NULL, "processors", SW_COUNT, AT(sw_speedup, processors)},
    {"lower", NULL, "at least", SW_REAL, AT(sw_speedup, lower)},
    {"upper", NULL, "at most", SW_REAL, AT(sw_speedup, upper)},
};

static const struct sw_column unpatched[] = {
    {"function", NULL, "function", SW_TEXT, AT(sw_unpatched, place.function), .fit = SW_NAME},
    {"file", NULL, "file", SW_TEXT, AT(sw_unpatched, place.file), .fit = SW_PATH},
    {"line", NULL, "line", SW_NUMBER, AT(sw_unpatched, place.line)},
    {"calls", NULL, "calls\nuntil then", SW_COUNT, AT(sw_unpatched, calls)},
};

struct sw_table sw_columns_table(enum sw_columns which, const struct sw_profile *profile,
                                 const struct sw_units *units)
{
    static const struct sw_column_list all[] = {
        [SW_COLUMNS_SITES_JSON] = SW_COLUMN_LIST(sites_json),
        [SW_COLUMNS_SITES_CSV] = SW_COLUMN_LIST(sites_csv),
        [SW_COLUMNS_SITES_LOCAL_SPAN] = SW_COLUMN_LIST(sites_local_span),
        [SW_COLUMNS_SITES_LOCAL_WORK] = SW_COLUMN_LIST(sites_local_work),
        [SW_COLUMNS_SITES_SPAN] = SW_COLUMN_LIST(sites_span),
        [SW_COLUMNS_SITES_WORK] = SW_COLUMN_LIST(sites_work),
        [SW_COLUMNS_FIGURES] = SW_COLUMN_LIST(figures),
        [SW_COLUMNS_REGIONS] = SW_COLUMN_LIST(regions),
        [SW_COLUMNS_CILKSCALE] = SW_COLUMN_LIST(cilkscale),
        [SW_COLUMNS_SPEEDUP] = SW_COLUMN_LIST(speedup),
        [SW_COLUMNS_UNPATCHED] = SW_COLUMN_LIST(unpatched),
    };
    return (struct sw_table){all[which].columns, all[which].n, NULL, 0, profile, units};
}
