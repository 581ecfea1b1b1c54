/* Changes of a tree, before and after. */
#include "report/model/what_if.h"

#include "analysis/workspan/sites.h"
#include "report/model/formats.h"
#include "report/write/json.h"
#include "report/write/outlet.h"
#include "report/write/page.h"

#include <errno.h>
#include <stdlib.h>

#define AT(member) .at = offsetof(struct sw_consequence_on, member)

static void get_processors(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->integer = ((const struct sw_consequence_on *)row)->processors;
}

static void get_gain(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_units_growth(((const struct sw_consequence_on *)row)->gain, value->scratch);
}

static const struct sw_column text_columns[] = {
    {.title = "P", .type = SW_COUNT, .get = get_processors},
    {.title = "time\nbefore", .type = SW_COST, AT(before), .is_real = 1},
    {.title = "time\nafter", .type = SW_COST, AT(after), .is_real = 1},
    {.title = "speedup\nbefore", .type = SW_REAL, AT(speedup_before)},
    {.title = "speedup\nafter", .type = SW_REAL, AT(speedup_after)},
    {.title = "gain", .type = SW_FIGURE, .get = get_gain},
};

static const struct sw_column data_columns[] = {
    {"processors", "processors", NULL, SW_COUNT, .get = get_processors},
    {"time_before", "time before", NULL, SW_COST, AT(before), .is_real = 1},
    {"time_after", "time after", NULL, SW_COST, AT(after), .is_real = 1},
    {"speedup_before", "speedup before", NULL, SW_REAL, AT(speedup_before)},
    {"speedup_after", "speedup after", NULL, SW_REAL, AT(speedup_after)},
    {"gain", "gain", NULL, SW_REAL, AT(gain)},
};

struct figures {
    const char *label;
    char before[SW_UNITS_SIZE], after[SW_UNITS_SIZE], change[SW_UNITS_SIZE];
};

static void get_figure_before(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct figures *)row)->before;
}

static void get_figure_after(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct figures *)row)->after;
}

static void get_figure_change(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct figures *)row)->change;
}

static const struct sw_column figure_columns[] = {
    {.title = "", .type = SW_TEXT, .at = offsetof(struct figures, label)},
    {.title = "before", .type = SW_FIGURE, .get = get_figure_before},
    {.title = "after", .type = SW_FIGURE, .get = get_figure_after},
    {.title = "relative", .type = SW_FIGURE, .get = get_figure_change},
};

static struct figures cost_line(const struct sw_units *units, const char *label, double before,
                                double after)
{
    struct figures f = {.label = label};
    sw_units_cost(units, sw_rounded(before), f.before);
    sw_units_cost(units, sw_rounded(after), f.after);
    sw_units_growth(after / before, f.change);
    return f;
}

static int put_figures(const struct sw_page *page, const struct sw_consequence *c,
                       const struct sw_units *units)
{
    struct figures lines[3] = {
        cost_line(units, "Work", c->work_before, c->work_after),
        cost_line(units, "Span", c->span_before, c->span_after),
        {.label = "Parallelism"},
    };
    const void *rows[3] = {&lines[0], &lines[1], &lines[2]};
    double before = c->work_before / c->span_before, after = c->work_after / c->span_after;
    sw_units_ratio(before, lines[2].before);
    sw_units_ratio(after, lines[2].after);
    sw_units_growth(after / before, lines[2].change);
    struct sw_table table = {
        figure_columns, sizeof figure_columns / sizeof *figure_columns, rows, 3, NULL, units};
    sw_page_heading(page, "Whole program (exact, from the tree)");
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}

static void put_changes(const struct sw_page *page, const struct sw_what_if_options *o)
{
    for (size_t i = 0; i < o->n_changes; i++)
        sw_page_note(page, i ? "" : "what if", o->changes[i]);
}

static int put_text(const struct sw_consequence *c, const struct sw_what_if_options *o,
                    struct sw_table *table, FILE *out)
{
    struct sw_page page;
    char title[256];
    sw_page_init(&page, &o->page, out);
    sw_page_command(&page, "Spanwise what-if for", sw_string(o->profile->program),
                    o->profile->args && *o->profile->args ? o->profile->args + 1 : NULL);
    put_changes(&page, o);
    int error = put_figures(&page, c, table->units);
    snprintf(title, sizeof title,
             "Speedup on P processors with %s, emulated, over the work as it was", o->plan);
    if (c->n_on)
        sw_page_heading(&page, title);
    if (!error && c->n_on)
        error = sw_table_text(table, page.width, page.bold, page.plain, out);
    sw_page_heading(&page, "What it rests on");
    sw_page_note(&page, "overheads", o->overheads);
    if (c->n_left_out) {
        snprintf(title, sizeof title,
                 "%zu number%s of processors, which would have taken too long to emulate: "
                 "--time=SECONDS allows more",
                 c->n_left_out, c->n_left_out == 1 ? "" : "s");
        sw_page_note(&page, "left out", title);
    }
    return error;
}

static void put_json(const struct sw_consequence *c, const struct sw_what_if_options *o,
                     const struct sw_table *table, FILE *out)
{
    struct sw_json json = {.out = out, .empty = 1};
    sw_json_open(&json, NULL, '{');
    sw_report_json_program(&json, o->profile);
    sw_json_open(&json, "changes", '[');
    for (size_t i = 0; i < o->n_changes; i++)
        sw_json_string(&json, NULL, o->changes[i]);
    sw_json_close(&json, ']');
    sw_json_string(&json, "plan", o->plan);
    sw_json_string(&json, "overheads", o->overheads);
    sw_json_real(&json, "work_before", c->work_before);
    sw_json_real(&json, "work_after", c->work_after);
    sw_json_real(&json, "span_before", c->span_before);
    sw_json_real(&json, "span_after", c->span_after);
    sw_json_real(&json, "parallelism_before", c->work_before / c->span_before);
    sw_json_real(&json, "parallelism_after", c->work_after / c->span_after);
    sw_json_integer(&json, "left_out", c->n_left_out);
    sw_json_open(&json, "on", '[');
    for (size_t i = 0; i < c->n_on; i++) {
        sw_json_open(&json, NULL, '{');
        sw_json_members(&json, table, &c->on[i]);
        sw_json_close(&json, '}');
    }
    sw_json_close(&json, ']');
    sw_json_close(&json, '}');
}

int sw_consequence_print(const struct sw_consequence *c, const struct sw_what_if_options *o,
                         FILE *out)
{
    bool is_text = o->format == SW_WHAT_IF_TEXT;
    struct sw_outlet outlet;
    int error = sw_outlet_open(&outlet, out, sw_outlet_for(is_text, o->format == SW_WHAT_IF_CSV),
                               &o->page, o->profile->unit);
    if (error)
        return error;
    struct sw_what_if_options settled = *o;
    settled.page = outlet.page;
    struct sw_table table = {.columns = is_text ? text_columns : data_columns,
                             .n_columns = sizeof text_columns / sizeof *text_columns,
                             .n_rows = c->n_on,
                             .units = &outlet.units};
    const void **rows = calloc(c->n_on + 1, sizeof *rows);
    error = rows ? 0 : -ENOMEM;
    for (size_t i = 0; rows && i < c->n_on; i++)
        rows[i] = &c->on[i];
    table.rows = rows;
    if (!error && is_text)
        error = put_text(c, &settled, &table, outlet.out);
    else if (!error && o->format == SW_WHAT_IF_CSV)
        sw_table_csv(&table, outlet.out);
    else if (!error)
        put_json(c, o, &table, outlet.out);
    free(rows);
    return sw_outlet_close(&outlet, error);
}
