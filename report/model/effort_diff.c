#include "report/model/effort_diff.h"
#include "analysis/compare/diff.h"
#include "analysis/workspan/sites.h"
#include "report/model/site_names.h"
#include "report/write/outlet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_TOP = 10 };

#define ROW ((const struct sw_effort_moved *)row)

static void get_presence(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = sw_presence_name(ROW->presence);
}

static void get_function(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    snprintf(value->scratch, sizeof value->scratch, "%s%.500s", ROW->started ? "=> " : "",
             ROW->name);
    value->text = value->scratch;
}

static void get_where(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->none = !*ROW->file;
    if (ROW->line)
        snprintf(value->scratch, sizeof value->scratch, "%.600s:%u", ROW->file, ROW->line);
    else
        snprintf(value->scratch, sizeof value->scratch, "%.600s", ROW->file);
    value->text = value->scratch;
}

static void get_lock(const void *row, const void *context, struct sw_value *value)
{
    const char *name = ((const struct sw_effort_lock_moved *)row)->name;
    (void)context;
    value->text = *name ? name : "(without a name)";
}

static const struct sw_column text[] = {
    {NULL, NULL, "work\nbefore", SW_COST, AT(sw_effort_moved, work.before)},
    {NULL, NULL, "\nchange", SW_CHANGE, AT(sw_effort_moved, work.growth)},
    {NULL, NULL, "idle\nbefore", SW_COST, AT(sw_effort_moved, idle.before)},
    {NULL, NULL, "\nchange", SW_CHANGE, AT(sw_effort_moved, idle.growth)},
    {NULL, NULL, "function", SW_TEXT, .get = get_function, .fit = SW_NAME},
    {NULL, NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH},
};

#define CHANGE(path, words, member, word_)                                                          \
    {                                                                                               \
        path ".before",                                                                             \
        words " before",                                                                            \
        words " before",                                                                            \
        SW_COST,                                                                                    \
        AT(sw_effort_moved, member.before),                                                         \
        .word = word_},                                                                             \
        {path ".after", words " after", words " after", SW_COST, AT(sw_effort_moved, member.after), \
         .word = word_},                                                                            \
    {                                                                                               \
        path ".change", words " change", "change of " words, SW_CHANGE,                             \
            AT(sw_effort_moved, member.growth), .word = word_, .heat = 1                            \
    }

static const struct sw_column data[] = {
    {"function", "function", "function", SW_TEXT, AT(sw_effort_moved, name)},
    {"file", "file", "file", SW_TEXT, AT(sw_effort_moved, file)},
    {"line", "line", "line", SW_NUMBER, AT(sw_effort_moved, line)},
    {"started", "started", "started", SW_NUMBER, AT(sw_effort_moved, started)},
    {"in", "in", "in", SW_TEXT, .get = get_presence},
    CHANGE("work", "work", work, "work"),
    CHANGE("overhead", "overhead", overhead, "overhead"),
    CHANGE("idle", "idle", idle, "idleness"),
    CHANGE("waited", "waited", waited, NULL),
};

static const struct sw_column locks[] = {
    {"waited.before", NULL, "waited\nbefore", SW_COST, AT(sw_effort_lock_moved, waited.before)},
    {"waited.after", NULL, "waited\nafter", SW_COST, AT(sw_effort_lock_moved, waited.after)},
    {"waited.change", NULL, "\nchange", SW_CHANGE, AT(sw_effort_lock_moved, waited.growth)},
    {"waits.before", NULL, "times\nbefore", SW_COUNT, AT(sw_effort_lock_moved, waits.before)},
    {"waits.after", NULL, "times\nafter", SW_COUNT, AT(sw_effort_lock_moved, waits.after)},
    {"name", NULL, "lock", SW_TEXT, .get = get_lock, .fit = SW_NAME},
};

struct sw_table sw_effort_diff_table(enum sw_effort_diff_columns which,
                                     const struct sw_effort_diff_report *r)
{
    static const struct sw_column_list all[] = {
        [SW_EFFORT_DIFF_TEXT] = SW_COLUMN_LIST(text),
        [SW_EFFORT_DIFF_DATA] = SW_COLUMN_LIST(data),
        [SW_EFFORT_DIFF_LOCKS] = SW_COLUMN_LIST(locks),
    };
    return (struct sw_table){all[which].columns, all[which].n, NULL, 0, NULL, &r->units};
}

static int compare_work(const void *a, const void *b)
{
    const struct sw_effort_moved *x = *(const struct sw_effort_moved *const *)a,
                                 *y = *(const struct sw_effort_moved *const *)b;
    return (x->work.growth < y->work.growth) - (x->work.growth > y->work.growth);
}

static int compare_lines(const void *a, const void *b)
{
    const struct sw_effort_moved *x = *(const struct sw_effort_moved *const *)a,
                                 *y = *(const struct sw_effort_moved *const *)b;
    int order = strcmp(x->file, y->file);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* In text those that changed; all of them otherwise, unless --top says. They come with what changed most first. */
static int list_rows(struct sw_effort_diff_report *r)
{
    const struct sw_effort_diff *d = r->diff;
    bool is_text = r->options->format == SW_DIFF_TEXT;
    size_t top = r->options->page.top ? r->options->page.top
                 : is_text            ? DEFAULT_TOP
                                      : SW_REPORT_ALL;
    size_t n = 0;
    if (!(r->rows = calloc(d->n_functions + 1, sizeof *r->rows)))
        return -ENOMEM;
    for (size_t i = 0; i < d->n_functions; i++)
        if (!is_text || d->functions[i].effort.growth || d->functions[i].waited.growth)
            r->rows[n++] = &d->functions[i];
    r->n_rows = n < top ? n : top;
    r->n_left = n - r->n_rows;
    if (r->options->sort == SW_DIFF_BY_WORK)
        qsort(r->rows, r->n_rows, sizeof *r->rows, compare_work);
    else if (r->options->sort == SW_DIFF_BY_LINE)
        qsort(r->rows, r->n_rows, sizeof *r->rows, compare_lines);
    return 0;
}

static int print(const struct sw_effort_diff_report *r)
{
    struct sw_table table = sw_effort_diff_table(SW_EFFORT_DIFF_DATA, r);
    table.rows = r->rows;
    table.n_rows = r->n_rows;
    switch (r->options->format) {
    case SW_DIFF_CSV:
        sw_table_csv(&table, r->out);
        return 0;
    case SW_DIFF_JSON:
        return sw_effort_diff_json(r);
    case SW_DIFF_HTML:
        return sw_effort_diff_html(r);
    default:
        return sw_effort_diff_text(r);
    }
}

int sw_effort_diff_print(const struct sw_effort_diff *diff, const struct sw_diff_options *options,
                         FILE *out)
{
    struct sw_outlet outlet;
    int error = sw_outlet_open(
        &outlet, out,
        sw_outlet_for(options->format == SW_DIFF_TEXT, options->format == SW_DIFF_CSV),
        &options->page, "ns");
    if (error)
        return error;
    struct sw_diff_options settled = *options;
    settled.page = outlet.page;
    struct sw_effort_diff_report r = {
        .diff = diff, .options = &settled, .units = outlet.units, .out = outlet.out};
    error = list_rows(&r);
    if (!error)
        error = sw_effort_diff_findings(&r.findings, diff, &r.units);
    if (!error)
        error = print(&r);
    error = sw_outlet_close(&outlet, error);
    sw_findings_release(&r.findings);
    free(r.rows);
    return error;
}
