/* Two profiles: what the changes mean, then the whole program, regions and sites side by side. */
#include "report/model/diff.h"
#include "analysis/simulation/simulation.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/noise.h"
#include "base/order.h"
#include "report/model/diff_parts.h"
#include "report/model/profile_parts.h"

enum { DEFAULT_TOP = 10 };

struct report {
    const struct sw_diff *diff;
    const struct sw_diff_options *options;
    struct sw_diff_rows rows; /* of sites: sorted */
};

/* How much a row changed by what the rows are sorted by: positive is worse. */
static double change_of(const struct sw_difference *d, enum sw_diff_sort sort)
{
    double ratio = sw_difference_of_parallelism(d);
    if (sort == SW_DIFF_BY_PARALLELISM)
        return isnan(ratio) ? 0 : -log(ratio);
    return (double)(sort == SW_DIFF_BY_WORK ? d->local_work.growth : d->local_span.growth);
}

static int compare_rows(const void *a, const void *b, void *options)
{
    const struct sw_difference *x = *(const struct sw_difference *const *)a;
    const struct sw_difference *y = *(const struct sw_difference *const *)b;
    enum sw_diff_sort sort = ((const struct sw_diff_options *)options)->sort;
    double p = change_of(x, sort), q = change_of(y, sort);
    return SW_BY(sort != SW_DIFF_BY_LINE ? SW_FALLING(p, q) : 0,
                 sw_site_compare_lines(&x->site, &y->site));
}

static int compare_sizes(const void *a, const void *b, void *options)
{
    const struct sw_difference *x = *(const struct sw_difference *const *)a;
    const struct sw_difference *y = *(const struct sw_difference *const *)b;
    enum sw_diff_sort sort = ((const struct sw_diff_options *)options)->sort;
    double p = fabs(change_of(x, sort)), q = fabs(change_of(y, sort));
    return SW_BY(SW_FALLING(p, q), sw_site_compare_lines(&x->site, &y->site));
}

bool sw_diff_list(struct sw_document *d, struct sw_diff_rows *rows, const void *items, size_t size,
                  size_t n, int (*is_any)(const void *item))
{
    size_t top = sw_document_top(d, DEFAULT_TOP), listed = 0;
    if (!SW_POOLED(&d->pool, rows->items, n))
        return false;
    for (const char *item = items; n; n--, item += size)
        if (d->as != SW_AS_TEXT || is_any(item))
            rows->items[listed++] = item;
    rows->n = listed < top ? listed : top;
    rows->n_left = listed - rows->n;
    return true;
}

static int is_any(const void *row)
{
    return sw_difference_is_any(row);
}

/* The largest changes are chosen, for better or worse; what got worse comes first then. */
static void list_rows(struct sw_document *d, struct report *r)
{
    struct sw_diff_rows *rows = &r->rows;
    void *options = (void *)r->options;
    if (!sw_diff_list(d, rows, r->diff->sites, sizeof *r->diff->sites, r->diff->n_sites, is_any))
        return;
    if (rows->n_left)
        qsort_r(rows->items, rows->n + rows->n_left, sizeof *rows->items, compare_sizes, options);
    qsort_r(rows->items, rows->n, sizeof *rows->items, compare_rows, options);
}

#define ROW(row) ((const struct sw_difference *)(row))

SW_GETS(get_presence, text, sw_presence_name(ROW(row)->presence))
SW_GETS(get_subject, text, sw_subject_name(ROW(row)->subject))

#define IS_SITE (ROW(row)->subject == SW_SUBJECT_SITE)
SW_GETS(get_kind, text, IS_SITE ? sw_site_kind_name(ROW(row)->site.kind) : "")
SW_GETS(get_callee, text, IS_SITE ? sw_site_callee(row) : "")

SW_GETTER(get_file_before, diff)
{
    size_t i = ROW(row)->index_before;
    if (i != SW_NO_SITE)
        value->text = ((const struct sw_diff *)diff)->before->sites[i].caller_place.file;
}

/* "solve.c:45 (was 41)" */
SW_GETTER(get_where, diff)
{
    const struct sw_difference *d = row;
    sw_site_get_where(row, diff, value);
    size_t at = strlen(value->scratch);
    if (d->is_moved && d->line_before && d->line_before != d->site.caller_place.line)
        snprintf(value->scratch + at, sizeof value->scratch - at, " (was %" PRIu32 ")",
                 d->line_before);
}

/* A figure of a profile that has no such site is not 0, it is not there. */
#define ONE_SIDED(name, missing, expression) \
    SW_GETS_IF(name, ROW(row)->presence != missing, integer, expression)

ONE_SIDED(get_span_before, SW_AFTER_ONLY, ROW(row)->local_span.before)
ONE_SIDED(get_span_after, SW_BEFORE_ONLY, ROW(row)->local_span.after)
ONE_SIDED(get_work_before, SW_AFTER_ONLY, ROW(row)->local_work.before)
ONE_SIDED(get_work_after, SW_BEFORE_ONLY, ROW(row)->local_work.after)
ONE_SIDED(get_region_work_before, SW_AFTER_ONLY, ROW(row)->work.before)
ONE_SIDED(get_region_work_after, SW_BEFORE_ONLY, ROW(row)->work.after)
ONE_SIDED(get_region_span_before, SW_AFTER_ONLY, ROW(row)->span.before)
ONE_SIDED(get_region_span_after, SW_BEFORE_ONLY, ROW(row)->span.after)

#define CHANGE(path, csv, words, member, type, word_)                           \
    SW_COLUMN(path ".before", csv " before", words " before", type,             \
              AT(sw_difference, member.before), .word = word_),                 \
        SW_COLUMN(path ".after", csv " after", words " after", type,            \
                  AT(sw_difference, member.after), .word = word_),              \
        SW_COLUMN(path ".change", csv " change", "change of " words, SW_CHANGE, \
                  AT(sw_difference, member.growth), .word = word_, .heat = 1)
#define PARALLELISM(path, side, span_)                                                        \
    SW_COLUMN(path "." #side, NULL, "paral.\n" #side, SW_RATIO, AT(sw_difference, work.side), \
              OF(sw_difference, span_.side), .word = "parallelism")

static const struct sw_column fields[] = {
    {"subject", NULL, NULL, SW_TEXT, .get = get_subject},
    {"label", NULL, "region", SW_TEXT, AT(sw_difference, label), .fit = SW_NAME},
    {"in", NULL, NULL, SW_TEXT, .get = get_presence},
    {"file", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.file)},
    {"line", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.line)},
    {"column", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.column)},
    {"caller", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.function)},
    {"callee", NULL, NULL, SW_TEXT, .get = get_callee},
    {"kind", NULL, NULL, SW_TEXT, .get = get_kind},
    {"where", NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH},
    {"call", NULL, NULL, SW_TEXT, .get = sw_site_get_call, .fit = SW_NAME, .word = "call site"},
    {"file_before", NULL, NULL, SW_TEXT, .get = get_file_before},
    {"line_before", NULL, NULL, SW_NUMBER, AT(sw_difference, line_before)},
    CHANGE("count", "count", "count", count, SW_COUNT, NULL),
    CHANGE("local_span", "local span on span", "local span", local_span, SW_COST, "span"),
    CHANGE("local_work", "local work on work", "local work", local_work, SW_COST, "work"),
    CHANGE("work", "work", "work", work, SW_COST, NULL),
    CHANGE("span", "span", "span", span, SW_COST, NULL),
    CHANGE("burdened_span", "burdened span", "burdened span", burdened_span, SW_COST, NULL),
    PARALLELISM("parallelism", before, span),
    PARALLELISM("parallelism", after, span),
    PARALLELISM("burdened_parallelism", before, burdened_span),
    PARALLELISM("burdened_parallelism", after, burdened_span),
    {"spawns.before", NULL, NULL, SW_COUNT, AT(sw_difference, before.spawns)},
    {"spawns.after", NULL, NULL, SW_COUNT, AT(sw_difference, after.spawns)},
    {"syncs.before", NULL, NULL, SW_COUNT, AT(sw_difference, before.syncs)},
    {"syncs.after", NULL, NULL, SW_COUNT, AT(sw_difference, after.syncs)},
    /* For people: */
    {"own_span_before", NULL, "span\nbefore", SW_COST, .get = get_span_before},
    {"own_span_after", NULL, "span\nafter", SW_COST, .get = get_span_after},
    {"own_work_before", NULL, "work\nbefore", SW_COST, .get = get_work_before},
    {"own_work_after", NULL, "work\nafter", SW_COST, .get = get_work_after},
    {"work_before", NULL, "work\nbefore", SW_COST, .get = get_region_work_before},
    {"work_after", NULL, "work\nafter", SW_COST, .get = get_region_work_after},
    {"span_before", NULL, "span\nbefore", SW_COST, .get = get_region_span_before},
    {"span_after", NULL, "span\nafter", SW_COST, .get = get_region_span_after},
};

static const char all_of_site[] = "file..kind|in|file_before..burdened_parallelism.after";
static const char all_figures[] = "work.before..syncs.after";

/* Text: by what they are sorted by. */
static const struct {
    const char *heading, *view;
} by[] = {
    [SW_DIFF_BY_SPAN] = {"What changed in the span, by call site (local: the callee's own code)",
                         "own_span_before|own_span_after|local_span.change=change\nof "
                         "span|local_work.change=change\nof work|where|call"},
    [SW_DIFF_BY_WORK] = {"What changed in the work, by call site (local: the callee's own code)",
                         "own_work_before|own_work_after|local_work.change=change\nof "
                         "work|local_span.change=change\nof span|where|call"},
    [SW_DIFF_BY_PARALLELISM] = {"Parallelism by call site, with everything the callee calls",
                                "parallelism.before|parallelism.after|span.change=change of\nwhole "
                                "span|work.change=of whole\nwork|where|call"},
};

static void put_sites(struct sw_document *d, const struct report *r)
{
    static const struct sw_html_group groups[] = {{"span", "On span, local", "span", 1},
                                                  {"work", "On work, local", "work", 1},
                                                  {"parallelism", "Parallelism", "parallelism", 1},
                                                  {"lines", "Lines", NULL, 0}};
    enum sw_diff_sort sort =
        r->options->sort == SW_DIFF_BY_LINE ? SW_DIFF_BY_SPAN : r->options->sort;
    SW_TABLE(d,
             .section =
                 SW_TITLED("changes", "What moved, by call site",
                           "The local spans add up to the critical path, and so do their changes."),
             .key = "sites", .heading = by[sort].heading, SW_FIELDS(fields), .text = by[sort].view,
             .page =
                 "call|file|line|in|@span|local_span.before..local_span.change|@work|local_work."
                 "before..local_work.change|@parallelism|parallelism.before=before|parallelism."
                 "after=after|@lines|line_before=line before",
             .json = all_of_site, .rows = r->rows.items, .n = r->rows.n, .context = r->diff,
             .left = r->rows.n_left, .more = " that changed less: --top=all",
             .look = {.sort = "local_span.change", SW_GROUPS(groups)});
    size_t same = r->diff->n_sites - r->rows.n - r->rows.n_left;
    if (d->as == SW_AS_TEXT && r->rows.n && same)
        fprintf(d->out, "  %zu site%s not change\n", same, same == 1 ? " did" : "s did");
}

static void put_regions(struct sw_document *d, const struct report *r)
{
    SW_TABLE(d, .section = SW_TITLED("regions", "Regions"), SW_FIELDS(fields),
             .text = "label|work_before..span_after|parallelism.before..parallelism.after",
             .page = "label|work_before..span_after|parallelism.before..parallelism.after",
             .json = "label|in|work.before..syncs.after",
             SW_ITEMS(r->diff->regions, r->diff->n_regions), .context = r->diff);
}

/* The program, its regions, then the sites. */
static void put_csv(struct sw_document *d, const struct report *r)
{
    const struct sw_diff *f = r->diff;
    size_t n = 0;
    const void **rows;
    if (!SW_POOLED(&d->pool, rows, 1 + f->n_regions + r->rows.n))
        return;
    rows[n++] = &f->whole;
    for (size_t i = 0; i < f->n_regions; i++)
        rows[n++] = &f->regions[i];
    for (size_t i = 0; i < r->rows.n; i++)
        rows[n++] = r->rows.items[i];
    SW_TABLE(d, SW_FIELDS(fields),
             .csv = "subject..kind|file_before..count.change|work.before..span.change|"
                    "parallelism.before..parallelism.after|burdened_span.before..burdened_span."
                    "change|burdened_parallelism.before..burdened_parallelism.after|local_work."
                    "before..local_work.change|local_span.before..local_span.change",
             .rows = rows, .n = n, .context = f);
}

void sw_diff_changes(struct sw_document *d, const struct sw_diff *f)
{
    const void **rows;
    size_t n = 0;
    if (!SW_POOLED(&d->pool, rows, f->n_sites))
        return;
    for (size_t i = 0; i < f->n_sites; i++)
        if (sw_difference_is_any(&f->sites[i]))
            rows[n++] = &f->sites[i];
    SW_TABLE(d, .key = "changes", SW_FIELDS(fields), .json = all_of_site, .rows = rows, .n = n,
             .context = f);
}

/* Simulated runs side by side: those on numbers of processors that both have. */
struct pair {
    uint64_t processors, time_before, time_after;
    double before, after, ratio; /* speedups */
};

static void put_runs(struct sw_document *d, const struct report *r)
{
    static const struct sw_column runs[] = {
        {"processors", NULL, "N", SW_COUNT, AT(pair, processors)},
        {"time.before", NULL, "time\nbefore", SW_COST, AT(pair, time_before)},
        {"time.after", NULL, "time\nafter", SW_COST, AT(pair, time_after)},
        {"speedup.before", NULL, "speedup\nbefore", SW_REAL, AT(pair, before)},
        {"speedup.after", NULL, "speedup\nafter", SW_REAL, AT(pair, after)},
        {"speedup.ratio", NULL, "ratio", SW_REAL, AT(pair, ratio)},
    };
    const struct sw_profile *a = r->diff->before, *b = r->diff->after;
    struct pair *pairs;
    size_t n = 0;
    if (!SW_POOLED(&d->pool, pairs, a->n_simulations))
        return;
    for (size_t i = 0; i < a->n_simulations; i++) {
        const struct sw_simulation *x = &a->simulations[i];
        const struct sw_simulation *y = sw_simulation_on(b, x->processors);
        if (!y)
            continue;
        double before = sw_simulation_speedup(a, x), after = sw_simulation_speedup(b, y);
        pairs[n++] = (struct pair){x->processors, x->time, y->time, before, after, after / before};
    }
    SW_TABLE(d, .key = "runs", .heading = "Predicted for N processors", SW_FIELDS(runs),
             .text = "*", .json = b->n_simulations ? "*" : NULL, SW_ITEMS(pairs, n));
}

/* The whole program: its figures are of several kinds. */
void sw_diff_add_cost(struct sw_grid *grid, const struct sw_document *d, const char *label,
                      const struct sw_change *c)
{
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(grid, label);
    char *(*put)(const struct sw_units *, uint64_t, char *) =
        d->as == SW_AS_PAGE ? sw_units_spoken : sw_units_cost;
    put(d->units, c->before, cells[0]);
    put(d->units, c->after, cells[1]);
    sw_units_change(d->units, c->growth, cells[2]);
    sw_units_growth(sw_change_ratio(c), cells[3]);
}

static void add_count(struct sw_grid *grid, const char *label, uint64_t before, uint64_t after)
{
    struct sw_change c = sw_change_make(before, after);
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(grid, label), digits[SW_UNITS_SIZE];
    sw_units_count(before, cells[0]);
    sw_units_count(after, cells[1]);
    snprintf(cells[2], sizeof cells[2], "%s%.40s",
             c.growth < 0   ? "-"
             : c.growth > 0 ? "+"
                            : "",
             sw_units_count(c.growth < 0 ? -(uint64_t)c.growth : (uint64_t)c.growth, digits));
    sw_units_growth(sw_change_ratio(&c), cells[3]);
}

void sw_diff_add_ratio(struct sw_grid *grid, const char *label, double before, double after)
{
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(grid, label);
    sw_units_ratio(before, cells[0]);
    sw_units_ratio(after, cells[1]);
    sw_units_growth(after / before, cells[3]);
}

static void add_speedup(struct sw_grid *grid, const struct sw_diff *f, const char *label,
                        uint64_t processors)
{
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(grid, label), low[SW_UNITS_SIZE], high[SW_UNITS_SIZE];
    struct sw_speedup both[] = {sw_speedup_bounds(&f->whole.before, processors),
                                sw_speedup_bounds(&f->whole.after, processors)};
    for (int i = 0; i < 2; i++)
        snprintf(cells[i], sizeof cells[i], "%.20s to %.20s", sw_units_ratio(both[i].lower, low),
                 sw_units_ratio(both[i].upper, high));
    sw_units_growth(both[1].lower / both[0].lower, cells[3]);
}

static bool is_simulated(const struct sw_diff *f)
{
    return f->before->n_simulations && f->after->n_simulations;
}

const char *sw_diff_mood(double gain, bool is_noise)
{
    return is_noise || !(fabs(gain - 1) >= 0.01) ? NULL : gain > 1 ? "better" : "worse";
}

void sw_diff_card(struct sw_document *d, const struct sw_grid_line *line, double gain,
                  bool is_noise, const char *word)
{
    sw_html_card_changed(&d->page, line->label, line->cells[1],
                         SW_PRINTED("was %s (%s)", line->cells[0], line->cells[3]), word,
                         sw_diff_mood(gain, is_noise));
}

/* How many times less it is; NAN: not known. */
static double gain_of(const struct sw_change *c)
{
    return c->before && c->after ? (double)c->before / (double)c->after : NAN;
}

static bool may_be_noise(const struct report *r, enum sw_noisy figure, double ratio)
{
    return sw_noise_explains(r->diff->before, r->diff->after, figure, ratio);
}

/* The time on N cores first: that is what one wants to know. */
static void put_cards(struct sw_document *d, const struct report *r)
{
    const struct sw_difference *w = &r->diff->whole;
    const struct sw_units *units = d->units, time = {"ns", units->utf8};
    struct sw_grid grid = {.n = 0};
    struct sw_diff_time t;
    sw_html_cards(&d->page, SW_SECTION("whole", "Before and after"));
    if (sw_diff_time(r->diff, &t) && (t.is_real || sw_units_is_length(units))) {
        d->units = t.is_real ? &time : units;
        sw_diff_add_cost(&grid, d, SW_PRINTED("Time on %s", SW_SHOWN(some, t.processors, "core")),
                         &t.time);
        d->units = units;
        sw_diff_card(d, &grid.lines[0], gain_of(&t.time), t.is_noise, NULL);
    }
    if (r->diff->has_work) {
        size_t first = grid.n;
        double before = sw_parallelism(w->before.work, w->before.span),
               after = sw_parallelism(w->after.work, w->after.span);
        sw_diff_add_cost(&grid, d, "Work", &w->work);
        sw_diff_add_cost(&grid, d, "Span", &w->span);
        sw_diff_add_ratio(&grid, "Parallelism", before, after);
        sw_diff_card(d, &grid.lines[first], gain_of(&w->work),
                     may_be_noise(r, SW_NOISY_WORK, sw_change_ratio(&w->work)), "work");
        sw_diff_card(d, &grid.lines[first + 1], gain_of(&w->span),
                     may_be_noise(r, SW_NOISY_SPAN, sw_change_ratio(&w->span)), "span");
        sw_diff_card(d, &grid.lines[first + 2], after / before,
                     may_be_noise(r, SW_NOISY_PARALLELISM, after / before), "parallelism");
    }
    sw_html_close(&d->page);
}

static void put_whole(struct sw_document *d, const struct report *r)
{
    const struct sw_difference *w = &r->diff->whole;
    bool is_length = sw_units_is_length(d->units) && !is_simulated(r->diff);
    struct sw_grid grid = {.n = 0};
    sw_diff_add_cost(&grid, d, "Work", &w->work);
    sw_diff_add_cost(&grid, d, "Span", &w->span);
    sw_diff_add_cost(&grid, d, "Burdened span", &w->burdened_span);
    sw_diff_add_ratio(&grid, "Parallelism", sw_parallelism(w->before.work, w->before.span),
                      sw_parallelism(w->after.work, w->after.span));
    sw_diff_add_ratio(&grid, "Burdened parallelism",
                      sw_parallelism(w->before.work, w->before.burdened_span),
                      sw_parallelism(w->after.work, w->after.burdened_span));
    if (!is_simulated(r->diff)) {
        add_count(&grid, "Spawns", w->before.spawns, w->after.spawns);
        add_count(&grid, "Syncs", w->before.syncs, w->after.syncs);
    }
    if (is_length) {
        add_speedup(&grid, r->diff, "Speedup on 4", 4);
        add_speedup(&grid, r->diff, "Speedup on 16", 16);
        add_speedup(&grid, r->diff, "Speedup on 64", 64);
    }
    sw_document_heading(d, "Whole program%s",
                        is_length ? " (speedup: from an estimate to a bound)" : "");
    sw_document_grid(d, &grid, "before|after|change|relative");
}

static void json_profile(struct sw_document *d, const char *key, const struct sw_profile *p,
                         const char *name)
{
    sw_json_open(&d->json, key, '{');
    sw_json_string(&d->json, "profile", name);
    sw_document_program(d, p);
    sw_json_put(&d->json, "level:%s, host:%s, started:%lu, complete:%d, burden:%lu, workers:%lu}",
                p->level, p->host, p->started_unix, !(p->flags & SW_PROFILE_INCOMPLETE), p->burden,
                p->circumstances.workers);
}

void sw_diff_put_profiles(struct sw_document *d, const struct sw_profile *before,
                          const struct sw_profile *after, const char *const names[2])
{
    if (d->as == SW_AS_PAGE)
        sw_html_facts(&d->page, SW_SECTION("measured", "What was compared"), after->warnings,
                      after->n_warnings);
    for (int i = 0; i < 2; i++) {
        const struct sw_profile *p = i ? after : before;
        const char *key = i ? "after" : "before";
        char command[SW_ARGUMENTS_TEXT], date[32] = "";
        time_t started = (time_t)p->started_unix;
        struct tm tm;
        if (gmtime_r(&started, &tm))
            strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &tm);
        if (d->as == SW_AS_JSON)
            json_profile(d, key, p, names[i]);
        else
            sw_document_note(d, key, "%.400s: %s, %s", names[i],
                             sw_join_arguments(p->args, command), date);
    }
    if (d->as == SW_AS_JSON)
        sw_json_put(&d->json, "meter:%s, unit:%s", after->meter, after->unit);
    if (d->as == SW_AS_PAGE)
        sw_html_close(&d->page);
}

int sw_diff_open(struct sw_document *d, const struct sw_profile *before,
                 const struct sw_profile *after, const struct sw_diff_options *options,
                 const char *unit, FILE *out)
{
    struct sw_report_options page = options->page;
    const char *a = sw_base_name(sw_string(before->program)),
               *b = sw_base_name(sw_string(after->program));
    if (!strcmp(a, b)) {
        a = sw_base_name(sw_string(options->names[0]));
        b = sw_base_name(sw_string(options->names[1]));
    }
    page.title = SW_PRINTED("%.200s \342\206\222 %.200s", a, b);
    return sw_document_open(d, options->format, &page, after, unit, out);
}

void sw_diff_put_equal(struct sw_document *d, const char *const names[2])
{
    fputs("no difference: all figures of '", d->out);
    sw_words_put(names[0], d->out);
    fputs("' and '", d->out);
    sw_words_put(names[1], d->out);
    fputs("' are the same\n", d->out);
}

SW_ROW_MEMBERS(json_noise, context)
{
    sw_json_boolean(&d->json, "beyond_noise", !((const struct sw_real_change *)row)->is_noise);
}

/* Of the times that the program took, which are nanoseconds whatever the meter is. */
static void put_real(struct sw_document *d, const struct sw_diff *f)
{
    static const struct sw_column real[] = {
        {"processors", NULL, "cores", SW_COUNT, AT(sw_real_change, processors)},
        {"time.before", NULL, "time\nbefore", SW_COST, AT(sw_real_change, time.before)},
        {"time.after", NULL, "time\nafter", SW_COST, AT(sw_real_change, time.after)},
        {"time.change", NULL, "\nchange", SW_CHANGE, AT(sw_real_change, time.growth)},
        {"speedup.before", NULL, "speedup\nbefore", SW_REAL, AT(sw_real_change, speedup_before)},
        {"speedup.after", NULL, "speedup\nafter", SW_REAL, AT(sw_real_change, speedup_after)},
    };
    const struct sw_units *units = d->units, time = {"ns", units->utf8};
    d->units = &time;
    if (f->n_real)
        SW_TABLE(d, .section = SW_TITLED("real_runs", "Real runs on N cores"),
                 .heading = "Real runs on N cores, without the profiler", SW_FIELDS(real),
                 .text = "*", .page = "*", .json = "*", .each = json_noise,
                 SW_ITEMS(f->real, f->n_real));
    d->units = units;
}

static void put_text(struct sw_document *d, const struct report *r)
{
    if (r->diff->is_equal) {
        sw_diff_put_equal(d, r->options->names);
        return;
    }
    fprintf(d->out, "%sSpanwise diff%s\n", d->text.bold, d->text.plain);
    sw_diff_put_profiles(d, r->diff->before, r->diff->after, r->options->names);
    sw_document_findings(d, &d->findings, r->diff->after);
    put_real(d, r->diff);
    if (r->diff->has_work)
        put_whole(d, r);
    put_runs(d, r);
    put_regions(d, r);
    put_sites(d, r);
}

static void json_speedups(struct sw_document *d, const struct sw_diff *f)
{
    sw_json_open(&d->json, "speedup", '[');
    for (size_t i = 0; i < SW_REPORT_N_PROCESSORS; i++) {
        uint64_t processors = sw_report_processors[i];
        struct sw_speedup before = sw_speedup_bounds(&f->whole.before, processors),
                          after = sw_speedup_bounds(&f->whole.after, processors);
        sw_json_put(&d->json,
                    "{processors:%lu, before:{lower:%g, upper:%g}, after:{lower:%g, upper:%g}}",
                    processors, before.lower, before.upper, after.lower, after.upper);
    }
    sw_json_close(&d->json, ']');
}

static void put_json(struct sw_document *d, const struct report *r)
{
    const struct sw_diff *f = r->diff;
    sw_diff_put_profiles(d, f->before, f->after, r->options->names);
    sw_json_put(&d->json, "equal:%d, beyond_noise:%d", f->is_equal, !f->is_equal && !f->is_noise);
    SW_MEMBERS(d, fields, all_figures, &f->whole, f);
    json_speedups(d, f);
    put_real(d, f);
    put_runs(d, r);
    put_regions(d, r);
    sw_document_findings(d, &d->findings, f->after);
    sw_document_headline(d, &d->findings, f->after);
    sw_diff_json_promise(d, r->options->promise);
    sw_json_put(&d->json, "matched:%zu, moved:%zu, before_only:%zu, after_only:%zu", f->n_matched,
                f->n_moved, f->n_before_only, f->n_after_only);
    put_sites(d, r);
}

/* Only the bounds: four curves and two areas would be too much to read. */
static void put_bound(struct sw_document *d, const struct sw_figures *figures, const char *name)
{
    struct sw_speedup bounds[128];
    for (size_t i = 0; i < 128; i++)
        bounds[i] = sw_speedup_bounds(figures, i + 1);
    SW_CURVE(d, name, name, sw_bound_fields, "processors|upper", bounds, 128);
}

static void put_simulated(struct sw_document *d, const struct sw_profile *p, const char *name)
{
    struct sw_spot *spots;
    if (!SW_POOLED(&d->pool, spots, p->n_simulations))
        return;
    for (size_t i = 0; i < p->n_simulations; i++)
        spots[i] = (struct sw_spot){(double)p->simulations[i].processors,
                                    sw_simulation_speedup(p, &p->simulations[i])};
    SW_SPOTS(d, name, name, spots, p->n_simulations);
}

static void put_chart(struct sw_document *d, const struct sw_diff *f)
{
    if (!sw_units_is_length(d->units))
        return;
    sw_html_chart(&d->page,
                  SW_SECTION("speedup", is_simulated(f) ? "Predicted speedup" : "Speedup at most",
                             .word = "speedup"));
    if (is_simulated(f)) {
        put_simulated(d, f->before, "before");
        put_simulated(d, f->after, "after");
    } else {
        put_bound(d, &f->whole.before, "before");
        put_bound(d, &f->whole.after, "after");
    }
    sw_html_close(&d->page);
}

static int pair_paths(struct sw_document *d, const struct report *r, const struct sw_flame *before,
                      const struct sw_flame *after, const char *note)
{
    struct sw_flame pair;
    int error = sw_flame_pair(&pair, before, after, r->diff->after);
    if (error)
        return error;
    pair.note = note;
    sw_html_flames(&d->page,
                   SW_SECTION("paths", "Call paths, before and after",
                              "The same path is the same frame on both sides. A frame "
                              "on one side only is new or gone."),
                   &pair, NULL);
    sw_flame_release(&pair);
    return 0;
}

static void put_paths(struct sw_document *d, const struct report *r)
{
    struct sw_flame before, after;
    /* Functions of the one beside constructs of the other would be all changes. */
    int few = sw_flame_has_few_samples(r->diff->before) || sw_flame_has_few_samples(r->diff->after);
    int (*make)(struct sw_flame *, const struct sw_profile *, double) =
        few ? sw_flame_make_measured : sw_flame_make;
    if (sw_document_fails(d, make(&before, r->diff->before, SW_HTML_LEAST_PATH)))
        return;
    if (!sw_document_fails(d, make(&after, r->diff->after, SW_HTML_LEAST_PATH))) {
        if (!sw_document_fails(d, sw_flame_fold(&before, r->diff->before)) &&
            !sw_document_fails(d, sw_flame_fold(&after, r->diff->after)))
            sw_document_fails(d,
                              pair_paths(d, r, &before, &after, few ? SW_HTML_FEW_SAMPLES : NULL));
        sw_flame_release(&after);
    }
    sw_flame_release(&before);
}

static void put_page(struct sw_document *d, const struct report *r)
{
    const struct sw_profile *after = r->diff->after;
    struct sw_diff_time t;
    if (sw_diff_time(r->diff, &t)) {
        d->page.mood = sw_diff_mood(gain_of(&t.time), t.is_noise);
        d->page.at = t.processors;
    }
    sw_document_headline(d, &d->findings, after);
    put_cards(d, r);
    put_real(d, r->diff);
    if (r->diff->has_work)
        put_chart(d, r->diff);
    sw_document_findings(d, &d->findings, after);
    put_paths(d, r);
    put_sites(d, r);
    put_regions(d, r);
    sw_diff_put_profiles(d, r->diff->before, after, r->options->names);
}

int sw_diff_print(const struct sw_diff *diff, const struct sw_diff_options *options, FILE *out)
{
    static void (*const put[])(struct sw_document *, const struct report *) = {
        put_text, put_csv, put_json, put_page}; /* as enum sw_as */
    struct report r = {.diff = diff, .options = options};
    struct sw_document d;
    int error = sw_diff_open(&d, diff->before, diff->after, options, diff->after->unit, out);
    if (error)
        return error;
    list_rows(&d, &r);
    if (options->promise && !diff->is_equal) /* before what changed, and after what to doubt */
        sw_promise_findings(&d.findings, options->promise);
    error = sw_diff_findings(&d.findings, diff, d.units) ?: d.pool.error;
    sw_findings_arrange(&d.findings, SW_WHY_UNKNOWN);
    if (!sw_document_fails(&d, error))
        put[d.as](&d, &r);
    return sw_document_close(&d);
}
