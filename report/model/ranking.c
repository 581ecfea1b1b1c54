/* Sites by what changing them is worth. */
#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/sites.h"
#include "report/model/formats.h"
#include "report/model/what_if.h"
#include "report/write/json.h"
#include "report/write/outlet.h"
#include "report/write/page.h"
#include "report/write/words.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_TOP = 10 };
#define WORTH_A_LINE 1.001 /* a gain that is shown in text */
#define WORTH_A_LOOK 1.1   /* what overheads cost, to be told of */
#define WORTH_SAYING 1.02  /* and one that is a finding */

/* A row is a struct sw_ranked; the context is this. */
struct context {
    const struct sw_ranking *rank;
    const struct sw_what_if_options *options;
    struct sw_units units;
};

#define RANKED(row) ((const struct sw_ranked *)(row))
#define TREE(c)     (((const struct context *)(c))->options->tree)
#define AT(member)  .at = offsetof(struct sw_ranked, member)

static void get_gain(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->none = !RANKED(row)->is_known;
    value->text = sw_units_growth(RANKED(row)->gain, value->scratch);
}

static void set_speedup(double speedup, struct sw_value *value)
{
    value->none = !(speedup > 0);
    value->real = speedup > 0 ? speedup : NAN;
}

static void get_faster(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    set_speedup(RANKED(row)->faster, value);
}

/* Of a lock: if it were not needed, which is as near to it as a lock can come. */
static void get_parallel(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    set_speedup(RANKED(row)->lock ? RANKED(row)->freed : RANKED(row)->parallel, value);
}

static void get_only_parallel(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    set_speedup(RANKED(row)->parallel, value);
}

static void get_freed(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    set_speedup(RANKED(row)->freed, value);
}

static void get_share(const void *row, const void *context, struct sw_value *value)
{
    value->real = RANKED(row)->work / ((const struct context *)context)->rank->work;
}

static void get_span_share(const void *row, const void *context, struct sw_value *value)
{
    value->real = RANKED(row)->on_span / ((const struct context *)context)->rank->span;
    value->none = RANKED(row)->lock != 0;
}

static void get_where(const void *row, const void *context, struct sw_value *value)
{
    sw_tree_site_where(TREE(context), RANKED(row)->site, value->scratch);
    value->text = *value->scratch ? value->scratch : "-";
}

/* "partition in pqsort", "lock 'queue'" */
static void get_what(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_program_tree *tree = TREE(context);
    const struct sw_ranked *s = row;
    char name[SW_TREE_NAME];
    value->text = value->scratch;
    if (s->lock)
        snprintf(value->scratch, sizeof value->scratch, "lock '%.300s'",
                 sw_tree_lock_name(tree, s->lock, name));
    else if (!s->site)
        snprintf(value->scratch, sizeof value->scratch, "the program's own code");
    else if (*tree->sites[s->site].caller)
        snprintf(value->scratch, sizeof value->scratch, "%.300s in %.300s",
                 sw_tree_site_name(tree, s->site, name), tree->sites[s->site].caller);
    else
        sw_tree_site_name(tree, s->site, value->scratch);
}

static void get_kind(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_ranked *s = row;
    value->text = s->lock   ? "lock"
                  : s->site ? sw_node_kind_name(TREE(context)->sites[s->site].kind)
                            : "program";
}

static void get_name(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_ranked *s = row;
    value->text = s->lock   ? sw_tree_lock_name(TREE(context), s->lock, value->scratch)
                  : s->site ? sw_tree_site_name(TREE(context), s->site, value->scratch)
                            : "";
}

#define SITE_TEXT(getter, member)                                                    \
    static void getter(const void *row, const void *context, struct sw_value *value) \
    {                                                                                \
        if (RANKED(row)->site)                                                       \
            value->text = TREE(context)->sites[RANKED(row)->site].member;            \
    }

SITE_TEXT(get_file, file)
SITE_TEXT(get_caller, caller)

static void get_line(const void *row, const void *context, struct sw_value *value)
{
    if (RANKED(row)->site)
        value->integer = TREE(context)->sites[RANKED(row)->site].line;
}

static const struct sw_column text_columns[] = {
    {.title = "gain", .type = SW_FIGURE, .get = get_gain},
    {.title = "twice\nas fast", .type = SW_REAL, .get = get_faster},
    {.title = "par-\nallel", .type = SW_REAL, .get = get_parallel},
    {.title = "of\nwork", .type = SW_SHARE, .get = get_share},
    {.title = "of\nspan", .type = SW_SHARE, .get = get_span_share},
    {.title = "line", .type = SW_TEXT, .get = get_where, .fit = SW_PATH},
    {.title = "what", .type = SW_TEXT, .get = get_what, .fit = SW_NAME},
};

static const struct sw_column data_columns[] = {
    {"kind", "kind", NULL, SW_TEXT, .get = get_kind},
    {"name", "name", NULL, SW_TEXT, .get = get_name},
    {"caller", "caller", NULL, SW_TEXT, .get = get_caller},
    {"file", "file", NULL, SW_TEXT, .get = get_file},
    {"line", "line", NULL, SW_NUMBER, .get = get_line},
    {"work", "work", NULL, SW_COST, AT(work), .is_real = 1},
    {"on_span", "on span", NULL, SW_COST, AT(on_span), .is_real = 1},
    {"twice_as_fast", "speedup if twice as fast", NULL, SW_REAL, .get = get_faster},
    {"parallel", "speedup if parallel", NULL, SW_REAL, .get = get_only_parallel},
    {"free", "speedup if free", NULL, SW_REAL, .get = get_freed},
    {"gain", "gain", NULL, SW_REAL, AT(gain)},
    {"gain_at_most", "gain at most", NULL, SW_REAL, AT(at_most)},
    {"emulated", "emulated", NULL, SW_FLAG, .at = offsetof(struct sw_ranked, is_known)},
};

/* The change that gains more first; one that gains nothing is no advice. */
static void say_site(const struct sw_ranking *rank, const struct sw_ranked *s, const char *who,
                     char *text, size_t size)
{
    bool spread = s->parallel > s->faster;
    double other = spread ? s->faster : s->parallel;
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], c[SW_UNITS_SIZE], n[SW_UNITS_SIZE], more[128] = "";
    if (other > WORTH_SAYING * rank->speedup)
        snprintf(more, sizeof more, ", and %s %s", spread ? "twice as fast" : "perfectly parallel",
                 sw_units_ratio(other, c));
    snprintf(text, size,
             "change %s first: what it does itself is %.0f%% of the work and %.0f%% of the span; "
             "%s, the speedup on %s would be %s instead of %s%s",
             who, 100 * s->work / rank->work, 100 * s->on_span / rank->span,
             spread ? "perfectly parallel" : "twice as fast",
             sw_units_some(rank->processors, "processor", n),
             sw_units_ratio(spread ? s->parallel : s->faster, a), sw_units_ratio(rank->speedup, b),
             more);
}

static void put_finding(const struct sw_page *page, const struct context *c)
{
    const struct sw_ranking *rank = c->rank;
    const struct sw_ranked *s = rank->list;
    char text[1200], who[SW_TREE_NAME], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], n[SW_UNITS_SIZE];
    sw_units_some(rank->processors, "processor", n);
    if (!rank->n_known || s->gain < WORTH_SAYING) {
        snprintf(text, sizeof text, "no single site is worth a change: none gains 2%% on %s", n);
    } else if (s->lock) {
        snprintf(text, sizeof text,
                 "the lock '%s' first: were it not needed, the speedup on %s would be "
                 "%s instead of %s",
                 sw_tree_lock_name(c->options->tree, s->lock, who), n, sw_units_ratio(s->freed, a),
                 sw_units_ratio(rank->speedup, b));
    } else {
        if (s->site)
            sw_tree_site_spoken(c->options->tree, s->site, who);
        else
            snprintf(who, sizeof who, "the program's own code, outside of all that has a name");
        say_site(rank, s, who, text, sizeof text);
    }
    sw_page_heading(page, "What to change first");
    sw_words_wrap("  ", text, page->width, page->out);
    if (rank->costless < WORTH_A_LOOK * rank->speedup)
        return;
    snprintf(text, sizeof text,
             "the grain is too fine: if threads, tasks and locks cost nothing, the speedup would "
             "be %s instead of %s; 'spanwise predict' tells more",
             sw_units_ratio(rank->costless, a), sw_units_ratio(rank->speedup, b));
    sw_words_wrap("  ", text, page->width, page->out);
}

static void put_rest(const struct context *c, FILE *out, size_t shown)
{
    const struct sw_ranking *rank = c->rank;
    double most = 0;
    char a[SW_UNITS_SIZE];
    for (size_t i = rank->n_known; i < rank->n; i++)
        most = fmax(most, rank->list[i].at_most);
    if (rank->n_known > shown)
        fprintf(out, "  and %zu more that gain less: --top=all\n", rank->n_known - shown);
    if (rank->n > rank->n_known)
        fprintf(out, "  %zu %s not looked at%s: none can gain more than %s (a bound)\n",
                rank->n - rank->n_known, rank->n - rank->n_known == 1 ? "was" : "were",
                rank->is_late ? ", as the time was up (--time)" : "", sw_units_growth(most, a));
}

static bool has_lock(const struct sw_ranking *rank, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rank->list[i].lock)
            return true;
    return false;
}

static int put_text(const struct context *c, struct sw_table *table, FILE *out)
{
    const struct sw_what_if_options *o = c->options;
    struct sw_page page;
    char title[256], a[SW_UNITS_SIZE], n[SW_UNITS_SIZE];
    size_t top = o->page.top ? o->page.top : DEFAULT_TOP;
    sw_page_init(&page, &o->page, out);
    sw_page_command(&page, "Spanwise what-if for", sw_string(o->profile->program),
                    o->profile->args && *o->profile->args ? o->profile->args + 1 : NULL);
    put_finding(&page, c);
    snprintf(title, sizeof title,
             "Speedup on %s with %s, emulated (as it is: %s), if one site alone were "
             "changed, by what it does itself",
             sw_units_some(c->rank->processors, "processor", n), o->plan,
             sw_units_ratio(c->rank->speedup, a));
    sw_page_heading(&page, title);
    table->n_rows = 0;
    while (table->n_rows < c->rank->n_known && table->n_rows < top &&
           (top == SW_REPORT_ALL || c->rank->list[table->n_rows].gain > WORTH_A_LINE))
        table->n_rows++;
    int error = sw_table_text(table, page.width, page.bold, page.plain, out);
    if (has_lock(c->rank, table->n_rows))
        fputs("  parallel, of a lock: were it not needed\n", out);
    put_rest(c, out, table->n_rows);
    sw_page_heading(&page, "What it rests on");
    sw_page_note(&page, "overheads", o->overheads);
    sw_page_note(
        &page, "speedups",
        "over the work as it is now: what is twice as fast has less of it, so there may be "
        "more speedup than processors");
    return error;
}

static void put_json(const struct context *c, const struct sw_table *table, FILE *out)
{
    const struct sw_what_if_options *o = c->options;
    struct sw_json json = {.out = out, .empty = 1};
    sw_json_open(&json, NULL, '{');
    sw_report_json_program(&json, o->profile);
    sw_json_string(&json, "plan", o->plan);
    sw_json_string(&json, "overheads", o->overheads);
    sw_json_integer(&json, "processors", c->rank->processors);
    sw_json_real(&json, "work", c->rank->work);
    sw_json_real(&json, "span", c->rank->span);
    sw_json_real(&json, "speedup", c->rank->speedup);
    sw_json_real(&json, "speedup_without_overheads", c->rank->costless);
    sw_json_boolean(&json, "late", c->rank->is_late);
    sw_json_open(&json, "rank", '[');
    for (size_t i = 0; i < c->rank->n; i++) {
        sw_json_open(&json, NULL, '{');
        sw_json_members(&json, table, &c->rank->list[i]);
        sw_json_close(&json, '}');
    }
    sw_json_close(&json, ']');
    sw_json_close(&json, '}');
}

int sw_ranking_print(const struct sw_ranking *rank, const struct sw_what_if_options *o, FILE *out)
{
    bool is_text = o->format == SW_WHAT_IF_TEXT;
    struct sw_outlet outlet;
    int error = sw_outlet_open(&outlet, out, sw_outlet_for(is_text, o->format == SW_WHAT_IF_CSV),
                               &o->page, o->profile->unit);
    if (error)
        return error;
    struct sw_what_if_options settled = *o;
    settled.page = outlet.page;
    struct context c = {rank, &settled, outlet.units};
    struct sw_table table = {
        .columns = is_text ? text_columns : data_columns,
        .n_columns = is_text ? sizeof text_columns / sizeof *text_columns
                             : sizeof data_columns / sizeof *data_columns,
        .n_rows = rank->n,
        .context = &c,
        .units = &c.units,
    };
    const void **rows = calloc(rank->n + 1, sizeof *rows);
    error = rows ? 0 : -ENOMEM;
    for (size_t i = 0; rows && i < rank->n; i++)
        rows[i] = &rank->list[i];
    table.rows = rows;
    if (!error && is_text)
        error = put_text(&c, &table, outlet.out);
    else if (!error && o->format == SW_WHAT_IF_CSV)
        sw_table_csv(&table, outlet.out);
    else if (!error)
        put_json(&c, &table, outlet.out);
    free(rows);
    return sw_outlet_close(&outlet, error);
}
