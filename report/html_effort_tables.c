#include "analysis/sites.h"
#include "report/html_effort.h"
#include "report/site_names.h"

#define ROW    ((const struct sw_effort_row *)row)
#define LOCK   ((const struct sw_effort_lock *)row)
#define REPORT ((const struct sw_effort_report *)context)

static void get_name(const void *row, const void *context, struct sw_value *value)
{
    snprintf(value->scratch, sizeof value->scratch, "%s%.600s", ROW->key.started ? "=> " : "",
             sw_effort_name(REPORT->tree, ROW->key));
    value->text = value->scratch;
}

static void get_file(const void *row, const void *context, struct sw_value *value)
{
    value->text = sw_effort_file(REPORT->tree, ROW->key);
}

static void get_module(const void *row, const void *context, struct sw_value *value)
{
    value->text = sw_effort_module(REPORT->tree, ROW->key);
}

#define METRIC(side, name, metric)                                                                \
    static void get_##side##_##name(const void *row, const void *context, struct sw_value *value) \
    {                                                                                             \
        (void)context;                                                                            \
        value->integer = sw_effort_get(&ROW->side, metric);                                       \
    }
METRIC(self, all, SW_EFFORT_ALL)
METRIC(self, overhead, SW_EFFORT_OVERHEAD)
METRIC(total, all, SW_EFFORT_ALL)
METRIC(total, overhead, SW_EFFORT_OVERHEAD)

static void get_share(const void *row, const void *context, struct sw_value *value)
{
    value->real = sw_effort_share(REPORT->tree, sw_effort_get(&ROW->self, SW_EFFORT_ALL));
}

#define COST(key, title, group_, word_, ...)                                              \
    {                                                                                     \
        key, NULL, title, SW_COST, __VA_ARGS__, .group = group_, .word = word_, .heat = 1 \
    }
#define SIDE(side)                                                                            \
    COST(#side ".effort", "effort", #side, "effort", .get = get_##side##_all),                \
        COST(#side ".work", "work", #side, "work", AT(sw_effort_row, side.work)),             \
        COST(#side ".idle", "idleness", #side, "idleness", AT(sw_effort_row, side.idle)),     \
        COST(#side ".overhead", "overhead", #side, "overhead", .get = get_##side##_overhead), \
        COST(#side ".waited", "waited", "waits", "waited", AT(sw_effort_row, side.waited)),   \
        COST(#side ".blamed", "blamed", "waits", "blamed", AT(sw_effort_row, side.blamed))
#define NAMES                                                                                     \
    {"function", NULL, "function", SW_TEXT, .get = get_name},                                     \
        {"file", NULL, NULL, SW_TEXT, .get = get_file},                                           \
        {"line", NULL, NULL, SW_NUMBER, AT(sw_effort_row, line)},                                 \
    {                                                                                             \
        "share", NULL, "share of effort", SW_SHARE, .get = get_share, .word = "effort", .heat = 1 \
    }
#define MODULE                                                                 \
    {                                                                          \
        "module", NULL, "module", SW_TEXT, .get = get_module, .group = "names" \
    }

static const struct sw_column functions[] = {NAMES, SIDE(self), SIDE(total), MODULE};
static const struct sw_column lines[] = {NAMES, SIDE(self), MODULE};

static const struct sw_html_group groups[] = {
    {"self", "Itself", "self", 1},
    {"total", "With what it calls", "total", 1},
    {"waits", "Waits", "waited", 0},
    {"names", "Names", NULL, 0},
};
static const struct sw_html_group line_groups[] = {
    {"self", "Itself", "self", 1},
    {"waits", "Waits", "waited", 1},
    {"names", "Names", NULL, 0},
};

static void put_view(struct sw_html *html, const struct sw_effort_report *r,
                     const struct sw_html_section *section, enum sw_report_view view,
                     const struct sw_html_look *look)
{
    struct sw_table table = {.columns = view == SW_VIEW_LINES ? lines : functions,
                             .n_columns = view == SW_VIEW_LINES
                                              ? sizeof lines / sizeof *lines
                                              : sizeof functions / sizeof *functions,
                             .context = r,
                             .units = &r->units};
    struct sw_effort_rows rows;
    int error = sw_effort_view(r, view, SW_EFFORT_EVERY, &rows);
    if (error) {
        html->error = error;
        return;
    }
    sw_html_table_of(html, section, &table, look, rows.items, rows.n, sizeof *rows.items);
    sw_effort_rows_release(&rows);
}

static void get_lock(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_effort_lock_name(LOCK, value->scratch);
}

/* The paths' places, each in three columns. */
static struct sw_effort_key place_of(const struct sw_effort_report *r, uint32_t path,
                                     uint32_t *line)
{
    struct sw_effort_key key = {.function = (uint32_t)r->functions.n};
    *line = 0;
    if (path)
        sw_effort_place(&r->logical, path - 1, &key, line);
    return key;
}

#define PLACE(which)                                                                             \
    static void get_##which(const void *row, const void *context, struct sw_value *value)        \
    {                                                                                            \
        uint32_t line;                                                                           \
        struct sw_effort_key key = place_of(REPORT, LOCK->which, &line);                         \
        value->text = LOCK->which ? sw_effort_name(&REPORT->logical, key) : "";                  \
    }                                                                                            \
    static void get_##which##_file(const void *row, const void *context, struct sw_value *value) \
    {                                                                                            \
        uint32_t line;                                                                           \
        value->text = sw_effort_file(&REPORT->logical, place_of(REPORT, LOCK->which, &line));    \
    }                                                                                            \
    static void get_##which##_line(const void *row, const void *context, struct sw_value *value) \
    {                                                                                            \
        uint32_t line;                                                                           \
        place_of(REPORT, LOCK->which, &line);                                                    \
        value->integer = line;                                                                   \
    }
PLACE(waiter)
PLACE(holder)

#define PLACE_COLUMNS(which, title)                                       \
    {#which, NULL, title, SW_TEXT, .get = get_##which},                   \
        {#which ".file", NULL, NULL, SW_TEXT, .get = get_##which##_file}, \
    {                                                                     \
#which ".line", NULL, NULL, SW_NUMBER, .get = get_##which##_line  \
    }

static const struct sw_column locks[] = {
    {"name", NULL, "lock", SW_TEXT, .get = get_lock, .word = "lock"},
    {"waited", NULL, "waited", SW_COST, AT(sw_effort_lock, waited), .word = "waited", .heat = 1},
    {"waits", NULL, "times", SW_COUNT, AT(sw_effort_lock, waits)},
    PLACE_COLUMNS(waiter, "waited for most in"),
    PLACE_COLUMNS(holder, "held most in"),
};

void sw_html_effort_tables(struct sw_html *html, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    struct sw_table table = {.columns = locks,
                             .n_columns = sizeof locks / sizeof *locks,
                             .context = r,
                             .units = &r->units};
    put_view(html, r,
             &(struct sw_html_section){.key = "functions",
                                       .title = "Functions",
                                       .lead = "By what they did themselves; =>: started as a "
                                               "thread, a task or a parallel region."},
             SW_VIEW_FLAT,
             &(struct sw_html_look){.sort = "self.effort",
                                    .groups = groups,
                                    .n_groups = sizeof groups / sizeof *groups});
    put_view(html, r, &(struct sw_html_section){.key = "lines", .title = "Lines"}, SW_VIEW_LINES,
             &(struct sw_html_look){.sort = "self.effort",
                                    .groups = line_groups,
                                    .n_groups = sizeof line_groups / sizeof *line_groups});
    sw_html_table_of(html,
                     &(struct sw_html_section){
                         .key = "locks", .title = "Locks that threads waited for", .word = "lock"},
                     &table, &(struct sw_html_look){.sort = "waited"}, e->locks, e->n_locks,
                     sizeof *e->locks);
}
