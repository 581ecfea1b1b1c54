/* Two sampled runs: what the changes mean, then the whole run, functions and locks side by side. */
#include "base/order.h"
#include "report/model/diff_parts.h"

enum { DEFAULT_TOP = 10, MOST_LOCKS = 5 };

struct report {
    const struct sw_effort_diff *diff;
    const struct sw_diff_options *options;
    struct sw_findings findings;
    const void **rows; /* the functions to print: sorted and cut */
    size_t n_rows, n_left;
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
             .json = all, .csv = all, .rows = r->rows, .n = r->n_rows, .left = r->n_left,
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

static int compare_work(const void *a, const void *b)
{
    const struct sw_effort_moved *x = *(const struct sw_effort_moved *const *)a,
                                 *y = *(const struct sw_effort_moved *const *)b;
    return SW_FALLING(x->work.growth, y->work.growth);
}

static int compare_lines(const void *a, const void *b)
{
    const struct sw_effort_moved *x = *(const struct sw_effort_moved *const *)a,
                                 *y = *(const struct sw_effort_moved *const *)b;
    return SW_BY(strcmp(x->file, y->file), SW_RISING(x->line, y->line));
}

/* In text those that changed; all of them otherwise, unless --top says. They come with what changed most first. */
static int list_rows(struct report *r)
{
    const struct sw_effort_diff *f = r->diff;
    bool is_text = r->options->format == SW_DIFF_TEXT;
    size_t n = 0, top = r->options->page.top;
    if (!top)
        top = is_text ? DEFAULT_TOP : SW_REPORT_ALL;
    if (!(r->rows = calloc(f->n_functions + 1, sizeof *r->rows)))
        return -ENOMEM;
    for (size_t i = 0; i < f->n_functions; i++)
        if (!is_text || f->functions[i].effort.growth || f->functions[i].waited.growth)
            r->rows[n++] = &f->functions[i];
    r->n_rows = n < top ? n : top;
    r->n_left = n - r->n_rows;
    if (r->options->sort == SW_DIFF_BY_WORK)
        qsort(r->rows, r->n_rows, sizeof *r->rows, compare_work);
    else if (r->options->sort == SW_DIFF_BY_LINE)
        qsort(r->rows, r->n_rows, sizeof *r->rows, compare_lines);
    return 0;
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
    sw_document_findings(d, &r->findings, NULL);
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
    sw_document_findings(d, &r->findings, NULL);
    sw_document_headline(d, &r->findings, f->after);
    sw_diff_json_promise(d, r->options->promise);
    put_functions(d, r);
    put_locks(d, r);
}

static void put_page(struct sw_document *d, const struct report *r)
{
    const struct sw_profile *after = r->diff->after;
    d->page.mood = sw_diff_mood(gain_of(r->diff), r->diff->is_noise);
    sw_document_headline(d, &r->findings, after);
    put_whole(d, r->diff);
    sw_document_findings(d, &r->findings, NULL);
    put_functions(d, r);
    put_locks(d, r);
    sw_diff_put_profiles(d, r->diff->before, after, r->options->names);
}

/* What was promised comes before what changed, and after what to doubt. */
static int make_findings(struct report *r, const struct sw_units *units)
{
    r->findings.units = *units;
    if (r->options->promise && !r->diff->is_equal)
        sw_promise_findings(&r->findings, r->options->promise);
    int error = sw_effort_diff_findings(&r->findings, r->diff, units);
    sw_findings_arrange(&r->findings, SW_WHY_UNKNOWN);
    return error;
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
    if (!sw_document_fails(&d, list_rows(&r)) && !sw_document_fails(&d, make_findings(&r, d.units)))
        put[d.as](&d, &r);
    error = sw_document_close(&d);
    sw_findings_release(&r.findings);
    free(r.rows);
    return error;
}
