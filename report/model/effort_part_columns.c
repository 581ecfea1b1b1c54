#include "analysis/workspan/sites.h"
#include "report/model/effort.h"
#include "report/model/effort_times.h"

#define REGION ((const struct sw_effort_region *)row)
#define LOCK   ((const struct sw_effort_lock *)row)
#define REPORT ((const struct sw_effort_report *)context)

static void get_region_name(const void *row, const void *context, struct sw_value *value)
{
    value->text = sw_effort_name(&REPORT->logical, REGION->key);
}

static void get_region_file(const void *row, const void *context, struct sw_value *value)
{
    value->text = sw_effort_file(&REPORT->logical, REGION->key);
}

static void get_region_started(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->integer = REGION->key.started;
}

static void get_region_own(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->integer = REGION->own;
}

static void get_verdict(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_effort_advice_name(REGION->advice);
}

static void get_cause(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_effort_advice_cause(REGION->advice);
}

static void get_time_share(const void *row, const void *context, struct sw_value *value)
{
    value->real = sw_effort_share(&REPORT->logical, sw_effort_get(&REGION->sums, SW_EFFORT_ALL));
}

static void get_idle_processors(const void *row, const void *context, struct sw_value *value)
{
    value->real = sw_effort_idle_processors(&REGION->sums, REPORT->profile->effort.processors);
}

static const struct sw_column json_region[] = {
    {"function", NULL, NULL, SW_TEXT, .get = get_region_name},
    {"file", NULL, NULL, SW_TEXT, .get = get_region_file},
    {"line", NULL, NULL, SW_NUMBER, AT(sw_effort_region, line)},
    {"started", NULL, NULL, SW_FLAG, .get = get_region_started},
    {"own_code", NULL, NULL, SW_FLAG, .get = get_region_own},
    {"verdict", NULL, NULL, SW_TEXT, .get = get_verdict},
    {"cause", NULL, NULL, SW_TEXT, .get = get_cause},
    {"time_share", NULL, NULL, SW_REAL, .get = get_time_share},
    {"idle_processors", NULL, NULL, SW_REAL, .get = get_idle_processors},
    TIMES(sw_effort_region, sums, "", ""),
};

static void get_lock(const void *row, const void *context, struct sw_value *value)
{
    value->text = sw_effort_lock_name(REPORT, LOCK, value->scratch);
}

static void get_bound(const void *row, const void *context, struct sw_value *value)
{
    value->real = sw_account_lock_bound(&REPORT->account, LOCK);
}

/* Where it was waited for, and held, most, in columns of their own. As many functions as there are: not known. */
static struct sw_effort_key place_waiter(const struct sw_effort_report *r,
                                         const struct sw_effort_lock *lock, uint32_t *line)
{
    struct sw_effort_key key = {.function = (uint32_t)r->functions.n};
    *line = 0;
    if (lock->waiter)
        sw_effort_place(&r->logical, lock->waiter - 1, &key, line);
    return key;
}

static struct sw_effort_key place_holder(const struct sw_effort_report *r,
                                         const struct sw_effort_lock *lock, uint32_t *line)
{
    struct sw_account_place place = {.key = {.function = (uint32_t)r->functions.n}};
    sw_account_lock_place(&r->logical, lock, &place);
    *line = place.line;
    return place.key;
}

#define PLACE(which)                                                                             \
    static void get_##which##_function(const void *row, const void *context,                     \
                                       struct sw_value *value)                                   \
    {                                                                                            \
        uint32_t line;                                                                           \
        struct sw_effort_key key = place_##which(REPORT, LOCK, &line);                           \
        value->text =                                                                            \
            key.function < REPORT->functions.n ? sw_effort_name(&REPORT->logical, key) : "";     \
    }                                                                                            \
    static void get_##which##_file(const void *row, const void *context, struct sw_value *value) \
    {                                                                                            \
        uint32_t line;                                                                           \
        value->text = sw_effort_file(&REPORT->logical, place_##which(REPORT, LOCK, &line));      \
    }                                                                                            \
    static void get_##which##_line(const void *row, const void *context, struct sw_value *value) \
    {                                                                                            \
        uint32_t line;                                                                           \
        place_##which(REPORT, LOCK, &line);                                                      \
        value->integer = line;                                                                   \
    }
PLACE(waiter)
PLACE(holder)

static void get_waiter(const void *row, const void *context, struct sw_value *value)
{
    uint32_t line;
    struct sw_effort_key key = place_waiter(REPORT, LOCK, &line);
    value->text = sw_effort_lock_place(REPORT, key, line, value->scratch);
}

static void get_holder(const void *row, const void *context, struct sw_value *value)
{
    uint32_t line;
    struct sw_effort_key key = place_holder(REPORT, LOCK, &line);
    value->text = sw_effort_lock_place(REPORT, key, line, value->scratch);
}

#define PLACE_COLUMNS(which, title)                                            \
    {#which ".function", NULL, title, SW_TEXT, .get = get_##which##_function}, \
        {#which ".file", NULL, NULL, SW_TEXT, .get = get_##which##_file},      \
    {                                                                          \
#which ".line", NULL, NULL, SW_NUMBER, .get = get_##which##_line       \
    }

/* Places are known of waits that samples saw. */
static void get_waiter_shown(const void *row, const void *context, struct sw_value *value)
{
    get_waiter_function(row, context, value);
    if (!*value->text)
        value->text = "waits too short to be seen";
}

static void get_holder_shown(const void *row, const void *context, struct sw_value *value)
{
    get_holder_function(row, context, value);
    if (!*value->text)
        value->text = "not seen";
}

#define SHOWN_PLACE(which, title)                                           \
    {#which ".function", NULL, title, SW_TEXT, .get = get_##which##_shown}, \
        {#which ".file", NULL, NULL, SW_TEXT, .get = get_##which##_file},   \
    {                                                                       \
#which ".line", NULL, NULL, SW_NUMBER, .get = get_##which##_line    \
    }

static const struct sw_column json_lock[] = {
    {"name", NULL, NULL, SW_TEXT, AT(sw_effort_lock, name)},
    {"address", NULL, NULL, SW_COUNT, AT(sw_effort_lock, address)},
    {"waits", NULL, NULL, SW_COUNT, AT(sw_effort_lock, waits)},
    {"waited", NULL, NULL, SW_COST, AT(sw_effort_lock, waited)},
    {"held", NULL, NULL, SW_COST, AT(sw_effort_lock, held)},
    {"entries", NULL, NULL, SW_COUNT, AT(sw_effort_lock, entries)},
    {"bound", NULL, NULL, SW_REAL, .get = get_bound},
    PLACE_COLUMNS(waiter, NULL),
    PLACE_COLUMNS(holder, NULL),
};

static const struct sw_column html_lock[] = {
    {"name", NULL, "lock", SW_TEXT, .get = get_lock, .word = "lock"},
    {"waited", NULL, "waited", SW_COST, AT(sw_effort_lock, waited), .word = "waited", .heat = 1},
    {"waits", NULL, "times", SW_COUNT, AT(sw_effort_lock, waits)},
    SHOWN_PLACE(waiter, "waited for most in"),
    SHOWN_PLACE(holder, "held most in"),
};

static const struct sw_column text_lock[] = {
    {NULL, NULL, "waited", SW_COST, AT(sw_effort_lock, waited)},
    {NULL, NULL, "times", SW_COUNT, AT(sw_effort_lock, waits)},
    {NULL, NULL, "lock", SW_TEXT, .get = get_lock, .fit = SW_NAME},
    {NULL, NULL, "waited for most in", SW_TEXT, .get = get_waiter, .fit = SW_NAME},
    {NULL, NULL, "held most in", SW_TEXT, .get = get_holder, .fit = SW_NAME},
};

struct sw_table sw_effort_part_table(enum sw_effort_part_columns which,
                                     const struct sw_effort_report *report)
{
    static const struct sw_column_list all[] = {
        [SW_EFFORT_JSON_REGION] = SW_COLUMN_LIST(json_region),
        [SW_EFFORT_JSON_LOCK] = SW_COLUMN_LIST(json_lock),
        [SW_EFFORT_TEXT_LOCK] = SW_COLUMN_LIST(text_lock),
        [SW_EFFORT_HTML_LOCK] = SW_COLUMN_LIST(html_lock),
    };
    return (struct sw_table){.columns = all[which].columns,
                             .n_columns = all[which].n,
                             .context = report,
                             .units = &report->units};
}
