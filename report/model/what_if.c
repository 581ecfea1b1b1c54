/* Changes of a tree, before and after; and sites by what changing them is worth. */
#include "report/model/what_if.h"
#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/serial_functions.h"
#include "report/model/document.h"

SW_GETS(get_gain, text,
        sw_units_growth(((const struct sw_consequence_on *)row)->gain, value->scratch))

static const struct sw_column fields[] = {
    {"processors", NULL, "P", SW_COUNT, AT(sw_consequence_on, processors)},
    {"time_before", NULL, "time\nbefore", SW_COST, AT(sw_consequence_on, before)},
    {"time_after", NULL, "time\nafter", SW_COST, AT(sw_consequence_on, after)},
    {"speedup_before", NULL, "speedup\nbefore", SW_REAL, AT(sw_consequence_on, speedup_before)},
    {"speedup_after", NULL, "speedup\nafter", SW_REAL, AT(sw_consequence_on, speedup_after)},
    {"gain", NULL, NULL, SW_REAL, AT(sw_consequence_on, gain)},
    {"growth", NULL, "gain", SW_FIGURE, .get = get_gain},
};

static void put_on(struct sw_document *d, const struct sw_consequence *c, const char *heading)
{
    SW_TABLE(d, .key = "on", .heading = heading, SW_FIELDS(fields),
             .text = "processors..speedup_after|growth", .json = "processors..gain",
             .csv = "processors..gain", SW_ITEMS(c->on, c->n_on));
}

static void add_cost(struct sw_grid *grid, const struct sw_units *units, const char *label,
                     double before, double after)
{
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(grid, label);
    sw_units_cost(units, sw_rounded(before), cells[0]);
    sw_units_cost(units, sw_rounded(after), cells[1]);
    sw_units_growth(after / before, cells[2]);
}

static void put_whole(struct sw_document *d, const struct sw_consequence *c)
{
    double before = c->work_before / c->span_before, after = c->work_after / c->span_after;
    struct sw_grid grid = {.n = 0};
    add_cost(&grid, d->units, "Work", c->work_before, c->work_after);
    add_cost(&grid, d->units, "Span", c->span_before, c->span_after);
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(&grid, "Parallelism");
    sw_units_ratio(before, cells[0]);
    sw_units_ratio(after, cells[1]);
    sw_units_growth(after / before, cells[2]);
    sw_document_heading(d, "Whole program (exact, from the tree)");
    sw_document_grid(d, &grid, "before|after|relative");
}

static void put_text(struct sw_document *d, const struct sw_consequence *c,
                     const struct sw_what_if_options *o)
{
    sw_document_head(d, "Spanwise what-if for", o->profile);
    for (size_t i = 0; i < o->n_changes; i++)
        sw_document_note(d, i ? "" : "what if", "%s", o->changes[i]);
    put_whole(d, c);
    put_on(d, c,
           SW_PRINTED("Speedup on P cores with %s, emulated, over the original work", o->plan));
    sw_document_heading(d, "What it rests on");
    sw_document_note(d, "overheads", "%s", o->overheads);
    if (c->n_left_out)
        sw_document_note(d, "left out",
                         "%zu number%s of cores, which would have taken too long to emulate: "
                         "--time=SECONDS allows more",
                         c->n_left_out, c->n_left_out == 1 ? "" : "s");
}

static void put_json(struct sw_document *d, const struct sw_consequence *c,
                     const struct sw_what_if_options *o)
{
    sw_document_head(d, NULL, o->profile);
    sw_json_strings(&d->json, "changes", (const char *const *)o->changes, o->n_changes);
    sw_json_put(&d->json,
                "plan:%s, overheads:%s, work_before:%g, work_after:%g, span_before:%g, "
                "span_after:%g, parallelism_before:%g, parallelism_after:%g, left_out:%zu",
                o->plan, o->overheads, c->work_before, c->work_after, c->span_before, c->span_after,
                c->work_before / c->span_before, c->work_after / c->span_after, c->n_left_out);
    put_on(d, c, NULL);
}

int sw_consequence_print(const struct sw_consequence *c, const struct sw_what_if_options *o,
                         FILE *out)
{
    struct sw_document d;
    int error = sw_document_open(&d, o->format, &o->page, o->profile, o->profile->unit, out);
    if (error)
        return error;
    if (d.as == SW_AS_TEXT)
        put_text(&d, c, o);
    else if (d.as == SW_AS_CSV)
        put_on(&d, c, NULL);
    else
        put_json(&d, c, o);
    return sw_document_close(&d);
}

/* Sites by what changing them is worth. */
enum { DEFAULT_TOP = 10 };
#define WORTH_A_LINE 1.001 /* a gain that is shown in text */
#define WORTH_A_LOOK 1.1   /* what overheads cost, to be told of */
#define WORTH_SAYING 1.02  /* and one that is a finding */

/* A row is a struct sw_ranked; the context is this. */
struct context {
    const struct sw_ranking *rank;
    const struct sw_what_if_options *options;
    const struct sw_serial_function
        *own; /* what has most of the program's own code, by samples; or NULL */
};

#define RANKED         ((const struct sw_ranked *)row)
#define RANKING        (((const struct context *)context)->rank)
#define TREE           (((const struct context *)context)->options->tree)
#define OWN            (((const struct context *)context)->own)
#define IS_OWN         (!RANKED->lock && !RANKED->site && OWN)
#define KNOWN(speedup) ((speedup) > 0 ? (speedup) : NAN)

SW_GETS_IF(get_rank_gain, RANKED->is_known, text, sw_units_growth(RANKED->gain, value->scratch))
SW_GETS(get_faster, real, KNOWN(RANKED->faster))
SW_GETS(get_only_parallel, real, KNOWN(RANKED->parallel))
SW_GETS(get_freed, real, KNOWN(RANKED->freed))
/* Of a lock: if it were not needed, which is as near to it as a lock can come. */
SW_GETS(get_parallel, real, KNOWN(RANKED->lock ? RANKED->freed : RANKED->parallel))
SW_GETS(get_share, real, RANKED->work / RANKING->work)
SW_GETS_IF(get_span_share, !RANKED->lock, real, RANKED->on_span / RANKING->span)

SW_GETTER(get_where, context)
{
    if (IS_OWN) {
        value->text = sw_value_place(value, OWN->function->file, OWN->line, OWN->function->module);
        return;
    }
    sw_tree_site_where(TREE, RANKED->site, value->scratch);
    value->text = *value->scratch ? value->scratch : "-";
}

/* "partition in pqsort", "lock 'queue'" */
SW_GETTER(get_what, context)
{
    const struct sw_tree_site *site = &TREE->sites[RANKED->site];
    char name[SW_TREE_NAME];
    if (RANKED->lock)
        sw_value_print(value, "lock '%.300s'", sw_tree_lock_name(TREE, RANKED->lock, name));
    else if (IS_OWN)
        sw_value_print(value, "serial code: %.300s", OWN->function->function);
    else if (!RANKED->site)
        value->text = "the program's own code";
    else
        sw_value_print(value, *site->caller ? "%.300s in %.300s" : "%s",
                       sw_tree_site_name(TREE, RANKED->site, name), site->caller);
}

SW_GETS(get_kind, text,
        RANKED->lock   ? "lock"
        : RANKED->site ? sw_node_kind_name(TREE->sites[RANKED->site].kind)
                       : "program")
SW_GETS(get_name, text,
        RANKED->lock   ? sw_tree_lock_name(TREE, RANKED->lock, value->scratch)
        : RANKED->site ? sw_tree_site_name(TREE, RANKED->site, value->scratch)
                       : "")
SW_GETS(get_file, text,
        IS_OWN         ? OWN->function->file
        : RANKED->site ? TREE->sites[RANKED->site].file
                       : "")
SW_GETS(get_caller, text,
        IS_OWN         ? OWN->function->function
        : RANKED->site ? TREE->sites[RANKED->site].caller
                       : "")
SW_GETS(get_line, integer, IS_OWN ? OWN->line : RANKED->site ? TREE->sites[RANKED->site].line : 0)

static const struct sw_column rank_fields[] = {
    {"kind", NULL, NULL, SW_TEXT, .get = get_kind},
    {"name", NULL, NULL, SW_TEXT, .get = get_name},
    {"caller", NULL, NULL, SW_TEXT, .get = get_caller},
    {"file", NULL, NULL, SW_TEXT, .get = get_file},
    {"line", NULL, NULL, SW_NUMBER, .get = get_line},
    {"work", NULL, NULL, SW_COST, AT(sw_ranked, work)},
    {"on_span", NULL, NULL, SW_COST, AT(sw_ranked, on_span)},
    {"twice_as_fast", "speedup if twice as fast", "twice\nas fast", SW_REAL, .get = get_faster},
    {"parallel", "speedup if parallel", NULL, SW_REAL, .get = get_only_parallel},
    {"free", "speedup if free", NULL, SW_REAL, .get = get_freed},
    {"gain", NULL, NULL, SW_REAL, AT(sw_ranked, gain)},
    {"gain_at_most", NULL, NULL, SW_REAL, AT(sw_ranked, at_most)},
    {"emulated", NULL, NULL, SW_FLAG, AT(sw_ranked, is_known)},
    /* For people: */
    {"growth", NULL, "gain", SW_FIGURE, .get = get_rank_gain},
    {"best", NULL, "par-\nallel", SW_REAL, .get = get_parallel},
    {"share", NULL, "of\nwork", SW_SHARE, .get = get_share},
    {"span_share", NULL, "of\nspan", SW_SHARE, .get = get_span_share},
    {"where", NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH},
    {"what", NULL, NULL, SW_TEXT, .get = get_what, .fit = SW_NAME},
};

static void put_ranks(struct sw_document *d, const struct context *c, const char *heading, size_t n)
{
    SW_TABLE(d, .key = "rank", .heading = heading, SW_FIELDS(rank_fields),
             .text = "growth|twice_as_fast|best|share|span_share|where|what",
             .json = "kind..emulated", .csv = "kind..emulated", SW_ITEMS(c->rank->list, n),
             .context = c, .always = true);
}

/* The change that gains more first; one that gains nothing is no advice. */
static void put_site(struct sw_document *d, const struct sw_ranking *rank, const char *who)
{
    const struct sw_ranked *s = rank->list;
    bool spread = s->parallel > s->faster;
    double other = spread ? s->faster : s->parallel;
    const char *changes[] = {"twice as fast", "perfectly parallel"};
    const char *more =
        other > WORTH_SAYING * rank->speedup
            ? SW_PRINTED(" (if it were %s: %sx)", changes[!spread], SW_SHOWN(ratio, other))
            : "";
    sw_document_paragraph(
        d,
        "Change %s first: its own code is %.0f%% of the work and %.0f%% of the critical path. If "
        "it were %s, %s would give %sx instead of %sx%s.",
        who, 100 * s->work / rank->work, 100 * s->on_span / rank->span, changes[spread],
        SW_SHOWN(some, rank->processors, "core"), SW_SHOWN(ratio, spread ? s->parallel : s->faster),
        SW_SHOWN(ratio, rank->speedup), more);
}

static void put_finding(struct sw_document *d, const struct context *c)
{
    const struct sw_ranking *rank = c->rank;
    const struct sw_ranked *s = rank->list;
    const char *n = SW_SHOWN(some, rank->processors, "core");
    char who[SW_TREE_NAME];
    sw_document_heading(d, "What to change first");
    if (!rank->n_known || s->gain < WORTH_SAYING) {
        sw_document_paragraph(d, "No single change is worth it: none gains 2%% on %s.", n);
    } else if (s->lock) {
        sw_document_paragraph(
            d, "Remove the lock '%s' first: without it, %s would give %sx instead of %sx.",
            sw_tree_lock_name(c->options->tree, s->lock, who), n, SW_SHOWN(ratio, s->freed),
            SW_SHOWN(ratio, rank->speedup));
    } else if (s->site) {
        sw_tree_site_spoken(c->options->tree, s->site, who);
        put_site(d, rank, who);
    } else if (c->own) {
        put_site(d, rank,
                 SW_PRINTED("serial code, most of it in '%.300s' (%s:%u),",
                            c->own->function->function, sw_base_name(c->own->function->file),
                            c->own->line));
    } else {
        put_site(d, rank, "the program's own code, outside everything that has a name");
    }
    if (rank->costless >= WORTH_A_LOOK * rank->speedup)
        sw_document_paragraph(d,
                              "The grain is too fine: if threads, tasks and locks cost nothing, "
                              "the speedup would be %sx instead of %sx. See 'spanwise predict'.",
                              SW_SHOWN(ratio, rank->costless), SW_SHOWN(ratio, rank->speedup));
}

static void put_rest(struct sw_document *d, const struct sw_ranking *rank, size_t shown)
{
    double most = 0;
    for (size_t i = rank->n_known; i < rank->n; i++)
        most = fmax(most, rank->list[i].at_most);
    sw_document_more(d, rank->n_known - shown, " that gain less: --top=all");
    if (rank->n > rank->n_known)
        fprintf(d->out, "  %zu %s not looked at%s: none can gain more than %s (a bound)\n",
                rank->n - rank->n_known, rank->n - rank->n_known == 1 ? "was" : "were",
                rank->is_late ? " in time (--time)" : "", SW_SHOWN(growth, most));
}

static void put_rank_text(struct sw_document *d, const struct context *c)
{
    const struct sw_what_if_options *o = c->options;
    size_t top = o->page.top ? o->page.top : DEFAULT_TOP, shown = 0;
    while (shown < c->rank->n_known && shown < top &&
           (top == SW_REPORT_ALL || c->rank->list[shown].gain > WORTH_A_LINE))
        shown++;
    sw_document_head(d, "Spanwise what-if for", o->profile);
    put_finding(d, c);
    put_ranks(d, c,
              SW_PRINTED("Speedup on %s with %s, emulated (now: %s), if the own code of one site "
                         "were changed",
                         SW_SHOWN(some, c->rank->processors, "core"), o->plan,
                         SW_SHOWN(ratio, c->rank->speedup)),
              shown);
    if (SW_FIRST(at, c->rank->list, shown, at->lock))
        fputs("  for locks, 'parallel' is the speedup without the lock\n", d->out);
    put_rest(d, c->rank, shown);
    sw_document_heading(d, "What it rests on");
    sw_document_note(d, "overheads", "%s", o->overheads);
    sw_document_note(d, "speedups",
                     "over today's work: code that is twice as fast does less of it, so a speedup "
                     "may exceed the number of cores");
}

static void put_rank_json(struct sw_document *d, const struct context *c)
{
    const struct sw_what_if_options *o = c->options;
    sw_document_head(d, NULL, o->profile);
    sw_json_put(&d->json,
                "plan:%s, overheads:%s, processors:%u, work:%g, span:%g, speedup:%g, "
                "speedup_without_overheads:%g, late:%d",
                o->plan, o->overheads, c->rank->processors, c->rank->work, c->rank->span,
                c->rank->speedup, c->rank->costless, c->rank->is_late);
    put_ranks(d, c, NULL, c->rank->n);
}

int sw_ranking_print(const struct sw_ranking *rank, const struct sw_what_if_options *o, FILE *out)
{
    struct sw_serial_functions serial;
    struct sw_document d;
    int error = sw_serial_functions_of(&serial, o->profile, SW_SERIAL_CODE, NULL);
    if (error)
        return error;
    bool is_known = serial.n && serial.samples >= SW_SAMPLES_LEAST && serial.items[0].line;
    const struct context c = {rank, o, is_known ? &serial.items[0] : NULL};
    error = sw_document_open(&d, o->format, &o->page, o->profile, o->profile->unit, out);
    if (!error) {
        if (d.as == SW_AS_TEXT)
            put_rank_text(&d, &c);
        else if (d.as == SW_AS_CSV)
            put_ranks(&d, &c, NULL, rank->n);
        else
            put_rank_json(&d, &c);
        error = sw_document_close(&d);
    }
    sw_serial_functions_release(&serial);
    return error;
}
