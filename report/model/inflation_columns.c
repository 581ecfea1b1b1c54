#include "report/model/inflation.h"
#include "report/model/site_names.h"

static void get_runs(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_runs_name(((const struct sw_growth *)row)->runs);
}

static void get_mark(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct sw_growth *)row)->is_inflated ? "*" : "";
}

/* A cell of a row of the sites' table, from the growth of its place. */
static const struct sw_growth *growth_of(const void *row, const void *context,
                                         struct sw_value *value)
{
    const struct sw_growth *growth = sw_inflation_of(context, row);
    value->none = !growth;
    return growth;
}

#define GETTER(name, field, expression)                                            \
    static void name(const void *row, const void *context, struct sw_value *value) \
    {                                                                              \
        const struct sw_growth *g = growth_of(row, context, value);                \
        if (g)                                                                     \
            value->field = expression;                                             \
    }

GETTER(get_serial_count, integer, g->count.before)
GETTER(get_serial_work, integer, g->work.before)
GETTER(get_serial_local, integer, g->local_work.before)
GETTER(get_growth, change, g->local_work.growth)
GETTER(get_ratio, real, sw_change_ratio(&g->local_work))
GETTER(get_excess, change, g->excess)
GETTER(get_inflated, integer, g->is_inflated != 0)

#define CHANGE(path, member, integers)                                        \
    {path "serial", NULL, NULL, integers, AT(sw_growth, member.before)},      \
        {path "parallel", NULL, NULL, integers, AT(sw_growth, member.after)}, \
        {path "growth", NULL, NULL, SW_CHANGE, AT(sw_growth, member.growth)}, \
    {                                                                         \
        path "ratio", NULL, NULL, SW_RATIO, AT(sw_growth, member.after),      \
            OF(sw_growth, member.before)                                      \
    }

static const struct sw_column json[] = {
    SITE_COLUMNS,
    {"runs", NULL, NULL, SW_TEXT, .get = get_runs},
    {"inflated", NULL, NULL, SW_FLAG, AT(sw_growth, is_inflated)},
    CHANGE("count.", count, SW_COUNT),
    CHANGE("local_work.", local_work, SW_COST),
    {"local_work.excess", NULL, NULL, SW_CHANGE, AT(sw_growth, excess)},
    CHANGE("work.", work, SW_COST),
};

#define GROWN(key, member, type)                                                              \
    {key ".serial", NULL, "serial", type, AT(sw_growth, member.before), .group = key},        \
        {key ".parallel", NULL, "parallel", type, AT(sw_growth, member.after), .group = key}, \
        {key ".growth",                                                                       \
         NULL,                                                                                \
         "growth",                                                                            \
         SW_CHANGE,                                                                           \
         AT(sw_growth, member.growth),                                                        \
         .group = key,                                                                        \
         .word = "growth",                                                                    \
         .heat = 1},                                                                          \
    {                                                                                         \
        key ".ratio", NULL, "ratio", SW_RATIO, AT(sw_growth, member.after),                   \
            OF(sw_growth, member.before), .group = key                                        \
    }

static const struct sw_column page[] = {
    {"call", NULL, "call", SW_TEXT, .get = sw_site_get_call, .word = "call site"},
    FILE_COLUMN,
    LINE_COLUMN,
    {"inflated", NULL, "inflated", SW_FLAG, AT(sw_growth, is_inflated), .word = "inflation"},
    GROWN("local_work", local_work, SW_COST),
    GROWN("work", work, SW_COST),
    GROWN("count", count, SW_COUNT),
    {"runs", NULL, "in which run", SW_TEXT, .get = get_runs},
};

static const struct sw_column csv[] = {
    {NULL, "serial count on work", NULL, SW_COUNT, .get = get_serial_count},
    {NULL, "serial work on work", NULL, SW_COST, .get = get_serial_work},
    {NULL, "serial local work on work", NULL, SW_COST, .get = get_serial_local},
    {NULL, "local work growth", NULL, SW_CHANGE, .get = get_growth},
    {NULL, "local work ratio", NULL, SW_REAL, .get = get_ratio},
    {NULL, "local work excess", NULL, SW_CHANGE, .get = get_excess},
    {NULL, "inflated", NULL, SW_FLAG, .get = get_inflated},
};

static const struct sw_column text[] = {
    {NULL, NULL, "serial", SW_COST, AT(sw_growth, local_work.before)},
    {NULL, NULL, "parallel", SW_COST, AT(sw_growth, local_work.after)},
    {NULL, NULL, "growth", SW_CHANGE, AT(sw_growth, local_work.growth)},
    {NULL, NULL, "ratio", SW_RATIO, AT(sw_growth, local_work.after),
     OF(sw_growth, local_work.before)},
    {NULL, NULL, "", SW_TEXT, .get = get_mark},
    WHERE_COLUMN,
    CALL_COLUMN,
};

static const struct sw_column whole[] = {
    {"what", NULL, "", SW_TEXT, AT(sw_inflation_row, label)},
    {"serial", NULL, "serial", SW_COST, AT(sw_inflation_row, change.before)},
    {"parallel", NULL, "parallel", SW_COST, AT(sw_inflation_row, change.after)},
    {"growth", NULL, "growth", SW_CHANGE, AT(sw_inflation_row, change.growth)},
    {"ratio", NULL, "ratio", SW_RATIO, AT(sw_inflation_row, change.after),
     OF(sw_inflation_row, change.before)},
};

struct sw_table sw_inflation_table(enum sw_inflation_columns which, const struct sw_report *report)
{
    static const struct sw_column_list all[] = {
        [SW_INFLATION_WHOLE] = SW_COLUMN_LIST(whole), [SW_INFLATION_TEXT] = SW_COLUMN_LIST(text),
        [SW_INFLATION_JSON] = SW_COLUMN_LIST(json),   [SW_INFLATION_CSV] = SW_COLUMN_LIST(csv),
        [SW_INFLATION_PAGE] = SW_COLUMN_LIST(page),
    };
    return (struct sw_table){all[which].columns, all[which].n,  NULL, 0,
                             &report->inflation, &report->units};
}
