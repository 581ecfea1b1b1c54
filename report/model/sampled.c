#include "report/model/sampled.h"
#include "analysis/flame/flame.h"
#include "analysis/workspan/serial_functions.h"
#include "analysis/workspan/sites.h"
#include "report/model/site_names.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of a few samples on span no order follows. */
static enum sw_report_sort sort_of(const struct sw_report *report)
{
    enum sw_report_sort sort = report->options->sort;
    if (report->functions.span >= SW_SAMPLES_ENOUGH || sort == SW_SORT_WORK)
        return sort;
    return sort == SW_SORT_SPAN ? SW_SORT_WORK : SW_SORT_LOCAL_WORK;
}

static uint64_t sort_key(const struct sw_function *f, enum sw_report_sort sort)
{
    switch (sort) {
    case SW_SORT_SPAN:
        return f->on_span.total;
    case SW_SORT_LOCAL_WORK:
    case SW_SORT_COUNT:
        return f->on_work.self;
    case SW_SORT_WORK:
        return f->on_work.total;
    default:
        break;
    }
    return f->on_span.self;
}

static int more(uint64_t a, uint64_t b)
{
    return (a < b) - (a > b);
}

static int compare(const void *a, const void *b, void *sort_by)
{
    const struct sw_function *x = *(const struct sw_function *const *)a;
    const struct sw_function *y = *(const struct sw_function *const *)b;
    enum sw_report_sort sort = *(const enum sw_report_sort *)sort_by;
    int order = more(sort_key(x, sort), sort_key(y, sort));
    if (!order)
        order = more(x->on_span.self, y->on_span.self);
    if (!order)
        order = more(x->on_work.self, y->on_work.self);
    if (!order)
        order = more(x->on_span.total, y->on_span.total);
    if (!order)
        order = more(x->on_work.total, y->on_work.total);
    if (!order)
        order = strcmp(x->function, y->function);
    return order ? order : strcmp(x->file, y->file);
}

/* What calls main has all of it in it, and says nothing; what libraries do is their callers'. */
static int is_outside(const struct sw_function *f)
{
    return !f->on_work.self && !f->on_span.self && (f->library || sw_flame_is_outer(f->function));
}

/* Those outside are put last; returns how many are not. */
static size_t put_outside_last(const void **rows, size_t n)
{
    size_t inside = 0;
    for (size_t i = 0; i < n; i++) {
        const void *row = rows[i];
        if (is_outside(row))
            continue;
        memmove(rows + inside + 1, rows + inside, (i - inside) * sizeof *rows);
        rows[inside++] = row;
    }
    return inside;
}

int sw_sampled_list(struct sw_report *report)
{
    struct sw_functions *f = &report->functions;
    int error = sw_functions_make(f, report->profile);
    if (error)
        return error;
    report->function_rows = calloc(f->n + 1, sizeof *report->function_rows);
    if (!report->function_rows)
        return -ENOMEM;
    for (size_t i = 0; i < f->n; i++)
        report->function_rows[i] = &f->items[i];
    enum sw_report_sort sort = sort_of(report);
    qsort_r(report->function_rows, f->n, sizeof *report->function_rows, compare, &sort);
    report->n_functions = put_outside_last(report->function_rows, f->n);
    return 0;
}

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

#define SHARE_GETTER(name, side, measure)                                            \
    static void name(const void *row, const void *functions, struct sw_value *value) \
    {                                                                                \
        value->real = share(((const struct sw_function *)row)->on_##side.measure,    \
                            ((const struct sw_functions *)functions)->side);         \
    }

SHARE_GETTER(get_span_self, span, self)
SHARE_GETTER(get_span_total, span, total)
SHARE_GETTER(get_work_self, work, self)
SHARE_GETTER(get_work_total, work, total)

static void get_where(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_function *f = row;
    (void)context;
    if (f->line && *f->file)
        snprintf(value->scratch, sizeof value->scratch, "%.600s:%u", f->file, f->line);
    else
        snprintf(value->scratch, sizeof value->scratch, "%.600s", *f->file ? f->file : f->module);
    value->text = value->scratch;
}

#define SIDES(side)                                                                               \
    {"on_" #side ".self", "self on " #side, NULL, SW_COUNT, AT(sw_function, on_##side.self)},     \
    {                                                                                             \
        "on_" #side ".total", "total on " #side, NULL, SW_COUNT, AT(sw_function, on_##side.total) \
    }

#define COUNTS                                                          \
    {"function", "function", NULL, SW_TEXT, AT(sw_function, function)}, \
        {"file", "file", NULL, SW_TEXT, AT(sw_function, file)},         \
        {"line", "line", NULL, SW_NUMBER, AT(sw_function, line)},       \
        {"module", "module", NULL, SW_TEXT, AT(sw_function, module)}, SIDES(work), SIDES(span)

static const struct sw_column counts[] = {COUNTS};

/* What concerns the span comes first: without it the rest is left. */
enum { SPAN_OF_TEXT = 2 };
static const struct sw_column text[] = {
    {NULL, NULL, "of span:\nself", SW_SHARE, .get = get_span_self},
    {NULL, NULL, "\ntotal", SW_SHARE, .get = get_span_total},
    {NULL, NULL, "of work:\nself", SW_SHARE, .get = get_work_self},
    {NULL, NULL, "\ntotal", SW_SHARE, .get = get_work_total},
    {NULL, NULL, "function", SW_TEXT, AT(sw_function, function), .fit = SW_NAME},
    {NULL, NULL, "hottest line", SW_TEXT, .get = get_where, .fit = SW_PATH},
};

#define SHARES(side)                                                                              \
    {"on_" #side ".self",  NULL,           "self, of " #side, SW_SHARE, .get = get_##side##_self, \
     .group = "on_" #side, .word = "self", .heat = 1},                                            \
    {                                                                                             \
        "on_" #side ".total", NULL, "total, of " #side, SW_SHARE,                                 \
            .get = get_##side##_total, .group = "on_" #side, .word = "total", .heat = 1           \
    }

#define PAGE_NAMES                                                      \
    {"function", NULL, "function", SW_TEXT, AT(sw_function, function)}, \
        {"file", NULL, NULL, SW_TEXT, AT(sw_function, file)},           \
    {                                                                   \
        "line", NULL, NULL, SW_NUMBER, AT(sw_function, line)            \
    }

#define PAGE_MODULE                                                \
    {                                                              \
        "module", NULL, "module", SW_TEXT, AT(sw_function, module) \
    }

static const struct sw_column page[] = {PAGE_NAMES, SHARES(span), SHARES(work), PAGE_MODULE};
static const struct sw_column page_of_work[] = {PAGE_NAMES, SHARES(work), PAGE_MODULE};

/* Shares of a few samples would be read as such. */
static struct sw_column_list without_span(enum sw_sampled_columns which)
{
    struct sw_column_list list = SW_COLUMN_LIST(page_of_work);
    if (which == SW_SAMPLED_TEXT)
        list =
            (struct sw_column_list){text + SPAN_OF_TEXT, sizeof text / sizeof *text - SPAN_OF_TEXT};
    return list;
}

struct sw_table sw_sampled_table(enum sw_sampled_columns which, const struct sw_report *report)
{
    static const struct sw_column_list all[] = {
        [SW_SAMPLED_TEXT] = SW_COLUMN_LIST(text),
        [SW_SAMPLED_JSON] = SW_COLUMN_LIST(counts),
        [SW_SAMPLED_CSV] = SW_COLUMN_LIST(counts),
        [SW_SAMPLED_PAGE] = SW_COLUMN_LIST(page),
    };
    struct sw_column_list list = all[which];
    int for_people = which == SW_SAMPLED_TEXT || which == SW_SAMPLED_PAGE;
    if (report->functions.span < SW_SAMPLES_ENOUGH && for_people)
        list = without_span(which);
    size_t top = report->options->top, n = for_people ? report->n_functions : report->functions.n;
    if (!top)
        top = which == SW_SAMPLED_TEXT ? 10 : SW_REPORT_ALL;
    return (struct sw_table){list.columns,          list.n,
                             report->function_rows, n < top ? n : top,
                             &report->functions,    &report->units};
}

int sw_report_csv_functions(const struct sw_report *report)
{
    struct sw_table table = sw_sampled_table(SW_SAMPLED_CSV, report);
    sw_table_csv(&table, report->out);
    return 0;
}

static const char *source_name(uint64_t source)
{
    switch (source) {
    case SW_SAMPLED_CLOCK:
        return "task clock";
    case SW_SAMPLED_USER_CLOCK:
        return "task clock outside the kernel";
    case SW_SAMPLED_TIMER:
        return "timer";
    }
    return "none";
}

/* Of a simulated run: what its serial code is in. */
static void put_serial(struct sw_json *json, const struct sw_report *report)
{
    struct sw_serial_functions serial;
    if (!report->profile->n_simulations ||
        sw_serial_functions_make(&serial, &report->functions, report->profile, SW_SERIAL_CODE,
                                 NULL))
        return;
    sw_json_integer(json, "serial", serial.samples);
    sw_json_open(json, "serial_functions", '[');
    json->more_lines = 1;
    for (size_t i = 0; i < serial.n; i++) {
        const struct sw_serial_function *f = &serial.items[i];
        sw_json_open(json, NULL, '{');
        sw_json_string(json, "function", f->function->function);
        sw_json_string(json, "file", f->function->file);
        sw_json_integer(json, "line", f->line);
        sw_json_string(json, "module", f->function->module);
        sw_json_integer(json, "samples", f->samples);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    json->more_lines = 0;
    sw_serial_functions_release(&serial);
}

void sw_sampled_json(struct sw_json *json, const struct sw_report *report)
{
    const struct sw_sampled *s = &report->profile->sampled;
    struct sw_table table = sw_sampled_table(SW_SAMPLED_JSON, report);
    if (!s->rate)
        return;
    sw_json_open(json, "samples", '{');
    sw_json_integer(json, "rate", s->rate);
    sw_json_string(json, "source", source_name(s->source));
    sw_json_integer(json, "on_work", report->functions.work);
    sw_json_integer(json, "on_span", report->functions.span);
    sw_json_integer(json, "taken", s->taken);
    sw_json_integer(json, "lost", s->lost);
    sw_json_integer(json, "profiler", s->profiler);
    sw_json_integer(json, "waiting", s->waiting);
    sw_json_integer(json, "cut", s->cut);
    sw_json_integer(json, "paths_refused", s->refused);
    sw_json_integer(json, "threads_refused", s->threads);
    sw_json_open(json, "functions", '[');
    json->more_lines = 1; /* a function a line */
    for (size_t i = 0; i < table.n_rows; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, table.rows[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    json->more_lines = 0;
    put_serial(json, report);
    sw_json_close(json, '}');
}
