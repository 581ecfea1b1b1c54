#include "analysis/workspan/sites.h"
#include "report/html/effort.h"
#include "report/model/site_names.h"

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

/* Without any, they are functions again. */
static int has_lines(const struct sw_effort_rows *rows)
{
    for (size_t i = 0; i < rows->n; i++)
        if (rows->items[i].line)
            return 1;
    return 0;
}

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
    if (view != SW_VIEW_LINES || has_lines(&rows))
        sw_html_table_of(html, section, &table, look, rows.items, rows.n, sizeof *rows.items);
    sw_effort_rows_release(&rows);
}

void sw_html_effort_tables(struct sw_html *html, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    struct sw_table locks = sw_effort_part_table(SW_EFFORT_HTML_LOCK, r);
    put_view(
        html, r,
        &(struct sw_html_section){.key = "functions",
                                  .title = "Functions",
                                  .lead = "By what they did themselves, with what libraries did "
                                          "for them; in brackets: all code of a file without "
                                          "symbols."},
        SW_VIEW_FLAT,
        &(struct sw_html_look){
            .sort = "self.effort", .groups = groups, .n_groups = sizeof groups / sizeof *groups});
    put_view(html, r, &(struct sw_html_section){.key = "lines", .title = "Lines"}, SW_VIEW_LINES,
             &(struct sw_html_look){.sort = "self.effort",
                                    .groups = line_groups,
                                    .n_groups = sizeof line_groups / sizeof *line_groups});
    sw_html_table_of(html,
                     &(struct sw_html_section){
                         .key = "locks", .title = "Locks that threads waited for", .word = "lock"},
                     &locks, &(struct sw_html_look){.sort = "waited"}, e->locks, e->n_locks,
                     sizeof *e->locks);
}
