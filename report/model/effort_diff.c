/* Two sampled runs: what the changes mean, then the whole run, functions and locks side by side. */
#include "base/order.h"
#include "report/model/diff_parts.h"

enum { MOST_LOCKS = 5 };

struct report {
    const struct sw_effort_diff *diff;
    const struct sw_diff_options *options;
    struct sw_diff_rows rows; /* of functions: sorted */
};

#define ROW ((const struct sw_effort_moved *)row)

SW_GETS(get_presence, text, sw_presence_name(ROW->presence))

SW_GETS(get_shown, text, sw_value_print(value, "%s%.500s", ROW->started ? "=> " : "", ROW->name))
SW_GETS_IF(get_where, *ROW->file, text,
           sw_value_print(value, ROW->line ? "%.600s:%u" : "%.600s", ROW->file, ROW->line))

SW_GETTER(get_lock, context)
{
    const char *name = ((const struct sw_effort_lock_moved *)row)->name;
    value->text = *name ? name : "(without a name)";
}

#define CHANGE(path, words, member, word_)                                      \
    SW_COLUMN(path ".before", words " before", words "\nbefore", SW_COST,       \
              AT(sw_effort_moved, member.before), .word = word_),               \
        SW_COLUMN(path ".after", words " after", words "\nafter", SW_COST,      \
                  AT(sw_effort_moved, member.after), .word = word_),            \
        SW_COLUMN(path ".change", words " change", words "\nchange", SW_CHANGE, \
                  AT(sw_effort_moved, member.growth), .word = word_, .heat = 1)

static const struct sw_column fields[] = {
    {"function", "function", "function", SW_TEXT, AT(sw_effort_moved, name)},
    {"file", "file", "file", SW_TEXT, AT(sw_effort_moved, file)},
    {"line", "line", "line", SW_NUMBER, AT(sw_effort_moved, line)},
    {"started", "started", "started", SW_NUMBER, AT(sw_effort_moved, started)},
    {"in", "in", "in", SW_TEXT, .get = get_presence},
    CHANGE("work", "work", work, "work"),
    CHANGE("overhead", "overhead", overhead, "overhead"),
    CHANGE("idle", "idle", idle, "idleness"),
    CHANGE("waited", "waited", waited, NULL),
    {"shown", NULL, "function", SW_TEXT, .get = get_shown, .fit = SW_NAME},
    {"where", NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH},
};
static const char all[] = "function..waited.change";

static void put_functions(struct sw_document *d, const struct report *r)
{
    SW_TABLE(d,
             .section = SW_TITLED("functions", "What changed, by function",
                                  "Each function's own code only."),
             .heading = "What changed, by function (its own code; idle: cores had nothing to do "
                        "meanwhile)",
             SW_FIELDS(fields),
             .text = "work.before|work.change|idle.before|idle.change|shown|where", .page = all,
             .json = all, .csv = all, .rows = r->rows.items, .n = r->rows.n, .left = r->rows.n_left,
             .more = " that changed less: --top=all");
}

static void put_locks(struct sw_document *d, const struct report *r)
{
    static const struct sw_column locks[] = {
        {"waited.before", NULL, "waited\nbefore", SW_COST, AT(sw_effort_lock_moved, waited.before)},
        {"waited.after", NULL, "waited\nafter", SW_COST, AT(sw_effort_lock_moved, waited.after)},
        {"waited.change", NULL, "\nchange", SW_CHANGE, AT(sw_effort_lock_moved, waited.growth)},
        {"waits.before", NULL, "times\nbefore", SW_COUNT, AT(sw_effort_lock_moved, waits.before)},
        {"waits.after", NULL, "times\nafter", SW_COUNT, AT(sw_effort_lock_moved, waits.after)},
        {"name", NULL, "lock", SW_TEXT, .get = get_lock, .fit = SW_NAME},
    };
    SW_TABLE(d, .section = SW_TITLED("locks", "Locks that threads waited for"), SW_FIELDS(locks),
             .text = "*", .page = "*", .json = "*", SW_ITEMS(r->diff->locks, r->diff->n_locks),
             .top = MOST_LOCKS, .more = ": --format=json");
}

SW_ORDER_AT(compare_work, struct sw_effort_moved, SW_FALLING(x->work.growth, y->work.growth))

SW_ORDER_AT(compare_lines, struct sw_effort_moved, strcmp(x->file, y->file),
            SW_RISING(x->line, y->line))

static int is_any(const void *row)
{
    return ROW->effort.growth || ROW->waited.growth;
}

/* They come with what changed most first. */
static void list_rows(struct sw_document *d, struct report *r)
{
    const struct sw_effort_diff *f = r->diff;
    struct sw_diff_rows *rows = &r->rows;
    if (!sw_diff_list(d, rows, f->functions, sizeof *f->functions, f->n_functions, is_any))
        return;
    if (r->options->sort == SW_DIFF_BY_WORK)
        qsort(rows->items, rows->n, sizeof *rows->items, compare_work);
    else if (r->options->sort == SW_DIFF_BY_LINE)
        qsort(rows->items, rows->n, sizeof *rows->items, compare_lines);
}

/* Of the time, more is worse. */
static void put_cards(struct sw_document *d, const struct sw_grid *grid, double gain)
{
    sw_html_cards(&d->page, SW_SECTION("whole", "The whole run"));
    for (size_t i = 0; i < grid->n; i++)
        sw_diff_card(d, &grid->lines[i], gain, i > 0, NULL);
    sw_html_close(&d->page);
}

static double gain_of(const struct sw_effort_diff *f)
{
    return f->time.after ? (double)f->time.before / (double)f->time.after : 1;
}

static void put_whole(struct sw_document *d, const struct sw_effort_diff *f)
{
    struct sw_grid grid = {.n = 0};
    sw_diff_add_cost(&grid, d, "Time", &f->time);
    sw_diff_add_ratio(&grid, "Cores at work", f->cores_before, f->cores_after);
    sw_diff_add_cost(&grid, d, "Work", &f->work);
    sw_diff_add_cost(&grid, d, "Overhead", &f->overhead);
    sw_diff_add_cost(&grid, d, "Idleness", &f->idle);
    sw_diff_add_cost(&grid, d, "No thread ran", &f->unused);
    sw_diff_add_cost(&grid, d, "Waited for locks", &f->waited);
    if (d->as == SW_AS_PAGE) {
        put_cards(d, &grid, f->is_noise ? 1 : gain_of(f));
        return;
    }
    sw_document_heading(d, "Whole run (sums over all cores, except the time)");
    sw_document_grid(d, &grid, "before|after|change|relative");
}

static void put_text(struct sw_document *d, const struct report *r)
{
    if (r->diff->is_equal) {
        sw_diff_put_equal(d, r->options->names);
        return;
    }
    fprintf(d->out, "%sSpanwise diff of samples%s\n", d->text.bold, d->text.plain);
    sw_diff_put_profiles(d, r->diff->before, r->diff->after, r->options->names);
    sw_document_findings(d, &d->findings, NULL);
    put_whole(d, r->diff);
    put_functions(d, r);
    put_locks(d, r);
}

static void json_change(struct sw_json *json, const char *key, const struct sw_change *c)
{
    sw_json_open(json, key, '{');
    sw_json_put(json, "before:%lu, after:%lu, change:%ld}", c->before, c->after, c->growth);
}

static void put_json(struct sw_document *d, const struct report *r)
{
    const struct sw_effort_diff *f = r->diff;
    struct sw_json *json = &d->json;
    sw_diff_put_profiles(d, f->before, f->after, r->options->names);
    sw_json_put(json, "equal:%d, beyond_noise:%d", f->is_equal, !f->is_equal && !f->is_noise);
    json_change(json, "time", &f->time);
    sw_json_put(json, "cores_at_work:{before:%g, after:%g}", f->cores_before, f->cores_after);
    json_change(json, "work", &f->work);
    json_change(json, "overhead", &f->overhead);
    json_change(json, "idle", &f->idle);
    json_change(json, "unused", &f->unused);
    json_change(json, "waited_for_locks", &f->waited);
    sw_document_findings(d, &d->findings, NULL);
    sw_document_headline(d, &d->findings, f->after);
    sw_diff_json_promise(d, r->options->promise);
    put_functions(d, r);
    put_locks(d, r);
}

static void put_page(struct sw_document *d, const struct report *r)
{
    const struct sw_profile *after = r->diff->after;
    d->page.mood = sw_diff_mood(gain_of(r->diff), r->diff->is_noise);
    sw_document_headline(d, &d->findings, after);
    put_whole(d, r->diff);
    sw_document_findings(d, &d->findings, NULL);
    put_functions(d, r);
    put_locks(d, r);
    sw_diff_put_profiles(d, r->diff->before, after, r->options->names);
}

int sw_effort_diff_print(const struct sw_effort_diff *diff, const struct sw_diff_options *options,
                         FILE *out)
{
    static void (*const put[])(struct sw_document *, const struct report *) = {
        put_text, put_functions, put_json, put_page}; /* as enum sw_as */
    struct report r = {.diff = diff, .options = options};
    struct sw_document d;
    int error = sw_diff_open(&d, diff->before, diff->after, options, "ns", out);
    if (error)
        return error;
    list_rows(&d, &r);
    if (options->promise && !diff->is_equal) /* before what changed, and after what to doubt */
        sw_promise_findings(&d.findings, options->promise);
    error = sw_effort_diff_findings(&d.findings, diff, d.units) ?: d.pool.error;
    sw_findings_arrange(&d.findings, SW_WHY_UNKNOWN);
    if (!sw_document_fails(&d, error))
        put[d.as](&d, &r);
    return sw_document_close(&d);
}
