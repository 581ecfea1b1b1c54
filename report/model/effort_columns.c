#include "analysis/workspan/sites.h"
#include "report/model/effort.h"
#include "report/model/effort_times.h"

#include <stdlib.h>

#define ROW    ((const struct sw_effort_row *)row)
#define REPORT ((const struct sw_effort_report *)context)

static void get_name(const void *row, const void *context, struct sw_value *value)
{
    value->text = sw_effort_name(REPORT->tree, ROW->key);
}

static void get_file(const void *row, const void *context, struct sw_value *value)
{
    value->text = sw_effort_file(REPORT->tree, ROW->key);
}

static void get_module(const void *row, const void *context, struct sw_value *value)
{
    value->text = sw_effort_module(REPORT->tree, ROW->key);
}

enum { DEEP = 12, DEEPEST = 40 };

/* "std::async: 12 frames" for libraries' frames that are folded. */
static void print_name(const struct sw_effort_report *r, const struct sw_effort_row *row, char *to,
                       size_t size)
{
    const char *name = sw_effort_name(r->tree, row->key);
    char *plain = row->folded ? sw_function_short_name(name) : NULL;
    if (row->folded > 1)
        snprintf(to, size, "%.400s: %u frames", plain ? plain : name, row->folded);
    else
        snprintf(to, size, "%s", plain ? plain : name);
    free(plain);
}

/* What is below is to the right, by less where it is deep. */
static void get_path(const void *row, const void *context, struct sw_value *value)
{
    uint32_t depth = ROW->depth, indent = depth < DEEP ? 2 * depth : DEEP + depth;
    int n = snprintf(value->scratch, sizeof value->scratch, "%*s%s",
                     (int)(indent < DEEPEST ? indent : DEEPEST), "",
                     ROW->key.started && depth ? "=> " : "");
    print_name(REPORT, ROW, value->scratch + n, sizeof value->scratch - (size_t)n);
    value->text = value->scratch;
}

static void get_where(const void *row, const void *context, struct sw_value *value)
{
    const char *file = ROW->folded ? "" : sw_effort_file(REPORT->tree, ROW->key);
    if (ROW->line && *file)
        snprintf(value->scratch, sizeof value->scratch, "%.600s:%u", file, ROW->line);
    else
        snprintf(value->scratch, sizeof value->scratch, "%.600s",
                 *file ? file : sw_effort_module(REPORT->tree, ROW->key));
    value->text = value->scratch;
}

/* A metric of a row as a share of the effort, ... */
#define SHARE_OF(side, name, metric)                                                    \
    static void share_##side##_##name(const void *row, const void *context,             \
                                      struct sw_value *value)                           \
    {                                                                                   \
        value->real = sw_effort_share(REPORT->tree, sw_effort_get(&ROW->side, metric)); \
    }

/* ... and as a time as well. */
#define METRIC(side, name, metric)                                                                \
    static void get_##side##_##name(const void *row, const void *context, struct sw_value *value) \
    {                                                                                             \
        (void)context;                                                                            \
        value->integer = sw_effort_get(&ROW->side, metric);                                       \
    }                                                                                             \
    SHARE_OF(side, name, metric)
SHARE_OF(self, all, SW_EFFORT_ALL)
SHARE_OF(total, all, SW_EFFORT_ALL)
METRIC(self, work, SW_EFFORT_WORK)
METRIC(self, idle, SW_EFFORT_IDLE)
METRIC(self, overhead, SW_EFFORT_OVERHEAD)
METRIC(total, work, SW_EFFORT_WORK)
METRIC(total, idle, SW_EFFORT_IDLE)
METRIC(total, overhead, SW_EFFORT_OVERHEAD)

#define SHARE(title, side, name)                                  \
    {                                                             \
        NULL, NULL, title, SW_SHARE, .get = share_##side##_##name \
    }
#define TIME(title, side, name)                                \
    {                                                          \
        NULL, NULL, title, SW_COST, .get = get_##side##_##name \
    }
#define WAITS(title, side, name)                                 \
    {                                                            \
        NULL, NULL, title, SW_COST, AT(sw_effort_row, side.name) \
    }
#define PATH_AND_WHERE                                                  \
    {NULL, NULL, "function", SW_TEXT, .get = get_path, .fit = SW_NAME}, \
    {                                                                   \
        NULL, NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH   \
    }

static const struct sw_column tree[] = {
    SHARE("total:\neffort", total, all), SHARE("\nwork", total, work),
    SHARE("\nidle", total, idle),        SHARE("over-\nhead", total, overhead),
    SHARE("self:\neffort", self, all),   PATH_AND_WHERE,
};

static const struct sw_column flat[] = {
    SHARE("self:\nwork", self, work),
    SHARE("\nidle", self, idle),
    SHARE("over-\nhead", self, overhead),
    SHARE("total:\nwork", total, work),
    SHARE("\nidle", total, idle),
    SHARE("over-\nhead", total, overhead),
    PATH_AND_WHERE,
};

static const struct sw_column self[] = {
    SHARE("effort", self, all),
    SHARE("work", self, work),
    SHARE("idle", self, idle),
    SHARE("overhead", self, overhead),
    PATH_AND_WHERE,
};

#define BOTH(side, title)                                                                    \
    TIME(title ":\nwork", side, work), SHARE("\n ", side, work), TIME("\nidle", side, idle), \
        SHARE("\n ", side, idle), TIME("\noverhead", side, overhead), SHARE("\n ", side, overhead)

static const struct sw_column both_wide[] = {BOTH(total, "total"), BOTH(self, "self"),
                                             PATH_AND_WHERE};
static const struct sw_column self_wide[] = {BOTH(self, "self"), PATH_AND_WHERE};

static const struct sw_column waits[] = {
    WAITS("self:\nwaited", self, waited), WAITS("\nblamed", self, blamed),
    WAITS("total:\nwaited", total, waited), WAITS("\nblamed", total, blamed), PATH_AND_WHERE};

#define SHARES(side)                                                                  \
    {NULL, #side " work share", NULL, SW_SHARE, .get = share_##side##_work},          \
        {NULL, #side " idle share", NULL, SW_SHARE, .get = share_##side##_idle},      \
    {                                                                                 \
        NULL, #side " overhead share", NULL, SW_SHARE, .get = share_##side##_overhead \
    }

static void get_depth(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->integer = ROW->depth;
}

static void get_started(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->integer = ROW->key.started;
}

static const struct sw_column csv[] = {
    {NULL, "depth", NULL, SW_COUNT, .get = get_depth},
    {NULL, "function", NULL, SW_TEXT, .get = get_name},
    {NULL, "file", NULL, SW_TEXT, .get = get_file},
    {NULL, "line", NULL, SW_NUMBER, AT(sw_effort_row, line)},
    {NULL, "module", NULL, SW_TEXT, .get = get_module},
    {NULL, "started", NULL, SW_FLAG, .get = get_started},
    TIMES(sw_effort_row, self, "self.", "self "),
    TIMES(sw_effort_row, total, "total.", "total "),
    SHARES(self),
    SHARES(total),
};

#define JSON_NAMES                                                \
    {"function", NULL, NULL, SW_TEXT, .get = get_name},           \
        {"file", NULL, NULL, SW_TEXT, .get = get_file},           \
        {"line", NULL, NULL, SW_NUMBER, AT(sw_effort_row, line)}, \
        {"module", NULL, NULL, SW_TEXT, .get = get_module},       \
    {                                                             \
        "started", NULL, NULL, SW_FLAG, .get = get_started        \
    }

static const struct sw_column json_row[] = {
    JSON_NAMES,
    {"folded", NULL, NULL, SW_NUMBER, AT(sw_effort_row, folded)},
    TIMES(sw_effort_row, self, "self.", "self "),
    TIMES(sw_effort_row, total, "total.", "total ")};
static const struct sw_column json_line[] = {JSON_NAMES,
                                             TIMES(sw_effort_row, self, "self.", "self ")};

struct sw_table sw_effort_table(enum sw_effort_columns which, const struct sw_effort_report *report)
{
    static const struct sw_column_list all[] = {
        [SW_EFFORT_TEXT_TREE] = SW_COLUMN_LIST(tree),
        [SW_EFFORT_TEXT_FLAT] = SW_COLUMN_LIST(flat),
        [SW_EFFORT_TEXT_SELF] = SW_COLUMN_LIST(self),
        [SW_EFFORT_TEXT_BOTH_WIDE] = SW_COLUMN_LIST(both_wide),
        [SW_EFFORT_TEXT_SELF_WIDE] = SW_COLUMN_LIST(self_wide),
        [SW_EFFORT_TEXT_WAITS] = SW_COLUMN_LIST(waits),
        [SW_EFFORT_CSV] = SW_COLUMN_LIST(csv),
        [SW_EFFORT_JSON_ROW] = SW_COLUMN_LIST(json_row),
        [SW_EFFORT_JSON_LINE] = SW_COLUMN_LIST(json_line),
    };
    return (struct sw_table){.columns = all[which].columns,
                             .n_columns = all[which].n,
                             .context = report,
                             .units = &report->units};
}
