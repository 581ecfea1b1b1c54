#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "report/model/diff_formats.h"
#include "report/model/site_names.h"

#include <inttypes.h>
#include <string.h>

#define ROW(row) ((const struct sw_difference *)(row))

static void get_presence(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_presence_name(ROW(row)->presence);
}

static void get_subject(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_subject_name(ROW(row)->subject);
}

static void get_kind(const void *row, const void *context, struct sw_value *value)
{
    if (ROW(row)->subject == SW_SUBJECT_SITE)
        sw_site_get_kind(row, context, value);
}

static void get_callee(const void *row, const void *context, struct sw_value *value)
{
    if (ROW(row)->subject == SW_SUBJECT_SITE)
        sw_site_get_callee(row, context, value);
}

static void get_file_before(const void *row, const void *diff, struct sw_value *value)
{
    size_t i = ROW(row)->index_before;
    if (i != SW_NO_SITE)
        value->text = ((const struct sw_diff *)diff)->before->sites[i].caller_place.file;
}

/* "solve.c:45 (was 41)" */
static void get_where(const void *row, const void *diff, struct sw_value *value)
{
    const struct sw_difference *d = row;
    sw_site_get_where(row, diff, value);
    size_t at = strlen(value->scratch);
    if (d->is_moved && d->line_before && d->line_before != d->site.caller_place.line)
        snprintf(value->scratch + at, sizeof value->scratch - at, " (was %" PRIu32 ")",
                 d->line_before);
}

/* A figure of a profile that has no such site is not 0, it is not there. */
#define ONE_SIDED(name, field, missing, expression)                                \
    static void name(const void *row, const void *context, struct sw_value *value) \
    {                                                                              \
        (void)context;                                                             \
        value->none = ROW(row)->presence == missing;                               \
        value->field = expression;                                                 \
    }

ONE_SIDED(get_span_before, integer, SW_AFTER_ONLY, ROW(row)->local_span.before)
ONE_SIDED(get_span_after, integer, SW_BEFORE_ONLY, ROW(row)->local_span.after)
ONE_SIDED(get_work_before, integer, SW_AFTER_ONLY, ROW(row)->local_work.before)
ONE_SIDED(get_work_after, integer, SW_BEFORE_ONLY, ROW(row)->local_work.after)
ONE_SIDED(get_region_work_before, integer, SW_AFTER_ONLY, ROW(row)->work.before)
ONE_SIDED(get_region_work_after, integer, SW_BEFORE_ONLY, ROW(row)->work.after)
ONE_SIDED(get_region_span_before, integer, SW_AFTER_ONLY, ROW(row)->span.before)
ONE_SIDED(get_region_span_after, integer, SW_BEFORE_ONLY, ROW(row)->span.after)

#define SITE_TEXT {NULL, NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH}, CALL_COLUMN

static const struct sw_column by_span[] = {
    {NULL, NULL, "span\nbefore", SW_COST, .get = get_span_before},
    {NULL, NULL, "span\nafter", SW_COST, .get = get_span_after},
    {NULL, NULL, "change\nof span", SW_CHANGE, AT(sw_difference, local_span.growth)},
    {NULL, NULL, "change\nof work", SW_CHANGE, AT(sw_difference, local_work.growth)},
    SITE_TEXT,
};

static const struct sw_column by_work[] = {
    {NULL, NULL, "work\nbefore", SW_COST, .get = get_work_before},
    {NULL, NULL, "work\nafter", SW_COST, .get = get_work_after},
    {NULL, NULL, "change\nof work", SW_CHANGE, AT(sw_difference, local_work.growth)},
    {NULL, NULL, "change\nof span", SW_CHANGE, AT(sw_difference, local_span.growth)},
    SITE_TEXT,
};

#define PARALLELISM_BEFORE SW_RATIO, AT(sw_difference, work.before), OF(sw_difference, span.before)
#define PARALLELISM_AFTER  SW_RATIO, AT(sw_difference, work.after), OF(sw_difference, span.after)

static const struct sw_column by_parallelism[] = {
    {NULL, NULL, "paral.\nbefore", PARALLELISM_BEFORE},
    {NULL, NULL, "paral.\nafter", PARALLELISM_AFTER},
    {NULL, NULL, "change of\nwhole span", SW_CHANGE, AT(sw_difference, span.growth)},
    {NULL, NULL, "of whole\nwork", SW_CHANGE, AT(sw_difference, work.growth)},
    SITE_TEXT,
};

static const struct sw_column regions[] = {
    {NULL, NULL, "region", SW_TEXT, AT(sw_difference, label), .fit = SW_NAME},
    {NULL, NULL, "work\nbefore", SW_COST, .get = get_region_work_before},
    {NULL, NULL, "work\nafter", SW_COST, .get = get_region_work_after},
    {NULL, NULL, "span\nbefore", SW_COST, .get = get_region_span_before},
    {NULL, NULL, "span\nafter", SW_COST, .get = get_region_span_after},
    {NULL, NULL, "paral.\nbefore", PARALLELISM_BEFORE},
    {NULL, NULL, "paral.\nafter", PARALLELISM_AFTER},
};

#define CHANGE(path, words, member, type)                                                  \
    {path ".before", words " before", NULL, type, AT(sw_difference, member.before)},       \
        {path ".after", words " after", NULL, type, AT(sw_difference, member.after)},      \
    {                                                                                      \
        path ".change", words " change", NULL, SW_CHANGE, AT(sw_difference, member.growth) \
    }

#define PARALLELISM                                                         \
    {"parallelism.before", "parallelism before", NULL, PARALLELISM_BEFORE}, \
    {                                                                       \
        "parallelism.after", "parallelism after", NULL, PARALLELISM_AFTER   \
    }

#define BURDENED                                                                             \
    {"burdened_parallelism.before",  "burdened parallelism before",          NULL, SW_RATIO, \
     AT(sw_difference, work.before), OF(sw_difference, burdened_span.before)},               \
    {                                                                                        \
        "burdened_parallelism.after", "burdened parallelism after", NULL, SW_RATIO,          \
            AT(sw_difference, work.after), OF(sw_difference, burdened_span.after)            \
    }

static const struct sw_column csv[] = {
    {NULL, "subject", NULL, SW_TEXT, .get = get_subject},
    {NULL, "label", NULL, SW_TEXT, AT(sw_difference, label)},
    {NULL, "in", NULL, SW_TEXT, .get = get_presence},
    FILE_COLUMN,
    LINE_COLUMN,
    COLUMN_COLUMN,
    CALLER_COLUMN,
    {NULL, "callee", NULL, SW_TEXT, .get = get_callee},
    {NULL, "kind", NULL, SW_TEXT, .get = get_kind},
    {NULL, "file before", NULL, SW_TEXT, .get = get_file_before},
    {NULL, "line before", NULL, SW_NUMBER, AT(sw_difference, line_before)},
    CHANGE("", "count", count, SW_COUNT),
    CHANGE("", "work", work, SW_COST),
    CHANGE("", "span", span, SW_COST),
    PARALLELISM,
    CHANGE("", "burdened span", burdened_span, SW_COST),
    BURDENED,
    CHANGE("", "local work on work", local_work, SW_COST),
    CHANGE("", "local span on span", local_span, SW_COST),
};

#define FIGURES                                                           \
    CHANGE("work", "", work, SW_COST), CHANGE("span", "", span, SW_COST), \
        CHANGE("burdened_span", "", burdened_span, SW_COST), PARALLELISM, BURDENED

static const struct sw_column figures[] = {
    FIGURES,
    {"spawns.before", NULL, NULL, SW_COUNT, AT(sw_difference, before.spawns)},
    {"spawns.after", NULL, NULL, SW_COUNT, AT(sw_difference, after.spawns)},
    {"syncs.before", NULL, NULL, SW_COUNT, AT(sw_difference, before.syncs)},
    {"syncs.after", NULL, NULL, SW_COUNT, AT(sw_difference, after.syncs)},
};

static const struct sw_column sites[] = {
    SITE_COLUMNS,
    {"in", NULL, NULL, SW_TEXT, .get = get_presence},
    {"file_before", NULL, NULL, SW_TEXT, .get = get_file_before},
    {"line_before", NULL, NULL, SW_NUMBER, AT(sw_difference, line_before)},
    CHANGE("count", "", count, SW_COUNT),
    CHANGE("local_span", "", local_span, SW_COST),
    CHANGE("local_work", "", local_work, SW_COST),
    FIGURES,
};

#define MOVED(path, words, member, word_)                                                      \
    {path ".before", NULL, words " before", SW_COST, AT(sw_difference, member.before),         \
     .word = word_},                                                                           \
        {path ".after", NULL, words " after", SW_COST, AT(sw_difference, member.after),        \
         .word = word_},                                                                       \
    {                                                                                          \
        path ".change", NULL, "change of " words, SW_CHANGE, AT(sw_difference, member.growth), \
            .word = word_, .heat = 1                                                           \
    }

static const struct sw_column sites_html[] = {
    {"call", NULL, "call", SW_TEXT, .get = sw_site_get_call, .word = "call site"},
    FILE_COLUMN,
    LINE_COLUMN,
    {"in", NULL, "in", SW_TEXT, .get = get_presence},
    {"line_before", NULL, "line before", SW_NUMBER, AT(sw_difference, line_before)},
    MOVED("local_span", "local span", local_span, "span"),
    MOVED("local_work", "local work", local_work, "work"),
    {"parallelism.before", NULL, "parallelism before", PARALLELISM_BEFORE, .word = "parallelism"},
    {"parallelism.after", NULL, "parallelism after", PARALLELISM_AFTER, .word = "parallelism"},
};

struct sw_table sw_diff_table(enum sw_diff_columns which, const struct sw_diff *diff,
                              const struct sw_units *units)
{
    static const struct sw_column_list all[] = {
        [SW_DIFF_COLUMNS_SPAN] = SW_COLUMN_LIST(by_span),
        [SW_DIFF_COLUMNS_WORK] = SW_COLUMN_LIST(by_work),
        [SW_DIFF_COLUMNS_PARALLELISM] = SW_COLUMN_LIST(by_parallelism),
        [SW_DIFF_COLUMNS_REGIONS] = SW_COLUMN_LIST(regions),
        [SW_DIFF_COLUMNS_CSV] = SW_COLUMN_LIST(csv),
        [SW_DIFF_COLUMNS_FIGURES] = SW_COLUMN_LIST(figures),
        [SW_DIFF_COLUMNS_SITES] = SW_COLUMN_LIST(sites),
        [SW_DIFF_COLUMNS_SITES_HTML] = SW_COLUMN_LIST(sites_html),
    };
    return (struct sw_table){all[which].columns, all[which].n, NULL, 0, diff, units};
}
