/* A prediction: speedups by processors and plan, what they mean, where the time goes. */
#include "report/model/predict.h"
#include "analysis/predict/predict.h"
#include "analysis/predict/tree_figures.h"
#include "analysis/predict/tree_sites.h"
#include "base/order.h"
#include "report/model/profile_parts.h"
#include "report/write/plot.h"

enum { DEFAULT_TOP = 10 };

/* A plan on a number of processors. */
struct row {
    const struct sw_predicted *cell;
    char plan[SW_PLAN_NAME];
    uint64_t processors;
    double time, speedup, efficiency;
    double plain; /* speedup without the memory model; `speedup` is with it, where there is one */
    double with_memory;         /* NAN: there is none, or it does not reach so far */
    double replayed;            /* NAN: it was not */
    double lost[SW_WHY_CAUSES]; /* shares of the processors' time */
    int is_best;                /* of those on as many processors */
};

/* A section, by site, of the best plan on the number of processors that details are for. */
struct section {
    char name[512], file[512], where[512];
    uint32_t line;
    bool is_unnamed; /* the name says only that it is a section */
    uint64_t count;
    double work, time, share, speedup; /* share: of the work */
    double lost[SW_WHY_CAUSES];        /* shares of all of the processors' time */
    double tasks, task;                /* how many tasks a run has, those in tasks too, and its
                                          work for each */
};

struct report {
    const struct sw_prediction *prediction;
    const struct sw_predict_report_options *options;
    struct row *rows; /* plan by plan */
    size_t n_rows;
    struct section *sections; /* the most work first */
    size_t n_sections;
};

static void make_rows(struct sw_document *d, struct report *r)
{
    const struct sw_prediction *p = r->prediction;
    size_t n = p->options.n_processors;
    r->n_rows = p->options.n_plans * n;
    SW_POOLED(&d->pool, r->rows, r->n_rows);
    for (size_t i = 0; r->rows && i < r->n_rows; i++) {
        const struct sw_predicted *cell = &p->cells[i];
        const struct sw_emulation *e = sw_predicted_emulation(cell);
        struct row *row = &r->rows[i];
        row->cell = cell;
        sw_plan_name(cell->plan, row->plan);
        row->processors = cell->processors;
        row->time = e->time;
        row->speedup = sw_emulation_speedup(e);
        row->plain = sw_emulation_speedup(&cell->emulation);
        row->with_memory = cell->has_memory ? row->speedup : NAN;
        row->replayed = cell->synthesized > 0 ? cell->synthesized : NAN;
        row->efficiency = e->work / (e->time * cell->processors);
        for (int k = 0; k < SW_WHY_CAUSES; k++)
            row->lost[k] = e->lost[k] / (e->time * cell->processors);
        row->is_best = cell == sw_prediction_best(p, i % n);
    }
}

SW_ORDER(compare_sections, struct section, SW_FALLING(x->work, y->work),
         SW_RISING(x->line, y->line))

static int make_sections(struct sw_document *d, struct report *r)
{
    const struct sw_prediction *p = r->prediction;
    const struct sw_predicted *focus = sw_prediction_focus(p);
    const struct sw_emulation *e = sw_predicted_emulation(focus);
    struct sw_tree_shares shares;
    if (!SW_POOLED(&d->pool, r->sections, e->n_sections) || sw_tree_shares_make(&shares, p->tree))
        return -ENOMEM;
    r->n_sections = e->n_sections;
    for (size_t i = 0; i < e->n_sections; i++) {
        const struct sw_emulated_section *s = &e->sections[i];
        struct section *row = &r->sections[i];
        const struct sw_section_share *share = &shares.sections[s->site];
        sw_tree_site_name(p->tree, s->site, row->name);
        sw_tree_site_where(p->tree, s->site, row->where);
        if (s->site) {
            snprintf(row->file, sizeof row->file, "%.500s", p->tree->sites[s->site].file);
            row->line = p->tree->sites[s->site].line;
            row->is_unnamed = !*p->tree->sites[s->site].label;
        }
        row->count = s->count;
        row->work = s->work;
        row->time = s->time;
        row->share = s->work / e->work;
        row->speedup = sw_emulated_section_speedup(s);
        for (int k = 0; k < SW_WHY_CAUSES; k++)
            row->lost[k] = s->lost[k] / (e->time * focus->processors);
        row->tasks = share->runs > 0 ? share->all_tasks / share->runs : 0;
        row->task = share->all_tasks > 0 ? share->work / share->all_tasks : 0;
    }
    qsort(r->sections, r->n_sections, sizeof *r->sections, compare_sections);
    sw_tree_shares_release(&shares);
    return 0;
}

#define CELL(row) (((const struct row *)(row))->cell)

SW_GETS(get_paradigm, text,
        ((const char *const[]){"omp", "omp-tasks", "cilk"})[CELL(row)->plan->paradigm])
/* For people: what the model does not reach is not 0. */
SW_GETS_IF(get_lost_memory, CELL(row)->has_memory, real,
           ((const struct row *)row)->lost[SW_WHY_MEMORY])

#define LOST(type, key, cause, words, word_) \
    SW_COLUMN("lost." key, "lost to " words, NULL, SW_SHARE, AT(type, lost[cause]), .word = word_)

static const struct sw_column plans[] = {
    {"plan", NULL, NULL, SW_TEXT, AT(row, plan), .word = "plan"},
    {"paradigm", NULL, NULL, SW_TEXT, .get = get_paradigm},
    {"processors", NULL, NULL, SW_COUNT, AT(row, processors)},
    {"time", NULL, NULL, SW_COST, AT(row, time)},
    {"speedup", NULL, NULL, SW_REAL, AT(row, plain), .word = "speedup", .heat = 1},
    {"speedup_with_memory", NULL, NULL, SW_REAL, AT(row, with_memory), .word = "with memory"},
    {"speedup_replayed", NULL, NULL, SW_REAL, AT(row, replayed), .word = "replayed"},
    {"efficiency", NULL, "working", SW_SHARE, AT(row, efficiency), .word = "efficiency"},
    LOST(row, "serial", SW_WHY_PARALLELISM, "serial code", "serial code"),
    LOST(row, "imbalance", SW_WHY_IMBALANCE, "imbalance", "barrier wait"),
    LOST(row, "locks", SW_WHY_CONTENTION, "locks", "lock wait"),
    LOST(row, "overhead", SW_WHY_GRAIN, "overhead", "overhead"),
    LOST(row, "memory", SW_WHY_MEMORY, "memory", NULL),
    {"best", NULL, NULL, SW_FLAG, AT(row, is_best)},
    {"memory", NULL, "lost to memory", SW_SHARE, .get = get_lost_memory},
};

static void put_plans(struct sw_document *d, const struct report *r)
{
    bool has_memory = r->prediction->options.burdens, has_replay = r->options->synthesis;
    SW_TABLE(d,
             .section = SW_TITLED("predictions", "All predictions",
                                  "Every plan on every number of cores.", .folded = true),
             SW_FIELDS(plans),
             .page = SW_PRINTED("plan|processors|speedup|time|efficiency..lost.overhead|best%s%s",
                                has_replay || has_memory ? "|memory|speedup_with_memory" : "",
                                has_replay ? "|speedup_replayed" : ""),
             .json = "plan..best", .csv = "plan..best", SW_ITEMS(r->rows, r->n_rows),
             .look = {.sort = "speedup"});
}

/* The best plan's row for each number of processors; NULL: no memory. */
static const void **best_rows(struct sw_document *d, const struct report *r)
{
    const void **rows;
    SW_POOLED(&d->pool, rows, r->prediction->options.n_processors);
    for (size_t i = 0; rows && i < r->n_rows; i++)
        if (r->rows[i].is_best)
            rows[i % r->prediction->options.n_processors] = &r->rows[i];
    return rows;
}

static void put_bars(struct sw_document *d, const struct report *r, const void *const *rows)
{
    static const struct sw_html_part parts[] = {
        {"work", "working", "work", "work"},
        {"serial", "serial code", "serial", NULL},
        {"imbalance", "imbalance", "idle", "imbalance"},
        {"locks", "locks", "lock", NULL},
        {"overhead", "overhead", "overhead", "overhead"},
        {"memory", "memory", "memory", NULL},
    };
    enum { PARTS = sizeof parts / sizeof *parts };
    sw_html_bars(&d->page,
                 SW_SECTION("losses", "Where the cores' time goes",
                            "With the best plan for each number of cores. "
                            "Each bar is the time of all of them."),
                 "share", parts, PARTS);
    for (size_t i = 0; i < r->prediction->options.n_processors; i++) {
        const struct row *row = rows[i];
        double values[PARTS] = {row->efficiency,
                                row->lost[SW_WHY_PARALLELISM],
                                row->lost[SW_WHY_IMBALANCE],
                                row->lost[SW_WHY_CONTENTION],
                                row->lost[SW_WHY_GRAIN],
                                row->lost[SW_WHY_MEMORY]};
        sw_html_bar(&d->page, SW_SHOWN(some, row->processors, "processor"), row->plan, NULL, values,
                    PARTS);
    }
    sw_html_close(&d->page);
}

/* Without a memory model, a column of it would be noise. */
static void put_losses(struct sw_document *d, const struct report *r)
{
    const void **rows = best_rows(d, r);
    if (!rows)
        return;
    if (d->as == SW_AS_PAGE)
        put_bars(d, r, rows);
    SW_TABLE(d, .heading = "Where the time of P cores goes, with the best plan for each",
             SW_FIELDS(plans),
             .text = SW_PRINTED("processors=P|plan=best plan|time|efficiency=work|lost.serial="
                                "serial\ncode|lost.imbalance=imbal-\nance|lost.locks=locks|"
                                "lost.overhead=over-\nhead%s",
                                r->prediction->options.burdens ? "|memory=memory" : ""),
             .rows = rows, .n = r->prediction->options.n_processors, .always = true);
}

/* "loop, x.c:12" */
SW_GETTER(get_which, context)
{
    const struct section *s = row;
    if (*s->where && s->is_unnamed)
        value->text = s->where;
    else
        sw_value_print(value, "%.300s%s%.300s", s->name, *s->where ? ", " : "", s->where);
}

static const struct sw_column sections[] = {
    {"name", NULL, "section", SW_TEXT, AT(section, name), .word = "section"},
    {"file", NULL, NULL, SW_TEXT, AT(section, file)},
    {"line", NULL, NULL, SW_NUMBER, AT(section, line)},
    {"runs", NULL, NULL, SW_COUNT, AT(section, count)},
    {"tasks", NULL, NULL, SW_REAL, AT(section, tasks)},
    {"task", NULL, NULL, SW_REAL, AT(section, task)},
    {"work", NULL, NULL, SW_COST, AT(section, work)},
    {"time", NULL, NULL, SW_COST, AT(section, time)},
    {"share", NULL, "share of work", SW_SHARE, AT(section, share), .heat = 1},
    {"speedup", NULL, NULL, SW_REAL, AT(section, speedup), .word = "speedup"},
    LOST(section, "imbalance", SW_WHY_IMBALANCE, "imbalance", "barrier wait"),
    LOST(section, "locks", SW_WHY_CONTENTION, "locks", "lock wait"),
    LOST(section, "overhead", SW_WHY_GRAIN, "overhead", "overhead"),
    LOST(section, "memory", SW_WHY_MEMORY, "memory", NULL),
    /* For people: */
    {"a_run", NULL, "tasks a run", SW_COUNT, AT(section, tasks), .word = "task"},
    {"a_task", NULL, "work a task", SW_COST, AT(section, task), .word = "work a task"},
    {"which", NULL, "section", SW_TEXT, .get = get_which, .fit = SW_NAME},
};

static void put_sections(struct sw_document *d, const struct report *r)
{
    const struct sw_predicted *focus = sw_prediction_focus(r->prediction);
    bool has_memory =
        d->as == SW_AS_TEXT ? focus->has_memory : r->prediction->options.burdens != NULL;
    char name[SW_PLAN_NAME];
    const char *n = SW_SHOWN(some, focus->processors, "processor");
    sw_plan_name(focus->plan, name);
    SW_TABLE(d,
             .section =
                 SW_TITLED("sections", "Sections",
                           SW_PRINTED("On %s, with %s. Losses are shares of the time of all cores.",
                                      n, name)),
             .key = "list",
             .heading = SW_PRINTED("Sections on %s, with %s (lost: of all cores' time)", n, name),
             SW_FIELDS(sections),
             .text = SW_PRINTED("share=share\nof work|runs|a_run=tasks\na run|a_task=work\na task|"
                                "speedup=speed-\nup|lost.imbalance=imbal-\nance|lost.locks=locks|"
                                "lost.overhead=over-\nhead%s|which",
                                has_memory ? "|lost.memory=memory" : ""),
             .page = SW_PRINTED("name|file|line|share|runs|a_run|a_task|time|speedup..lost.%s",
                                has_memory ? "memory" : "overhead"),
             .json = "name..lost.memory", SW_ITEMS(r->sections, r->n_sections),
             .top = r->options->page.top ? r->options->page.top : DEFAULT_TOP,
             .more = ": --top=all", .look = {.sort = "share"});
}

/* A line of the table: its columns are as many as there are plans. */
struct line {
    uint64_t processors;
    double speedups[SW_PLANS_MOST];
};

/* Replayed runs are of few numbers of processors: a line that has nothing is left out. */
static void put_speedups(struct sw_document *d, const struct report *r, const char *heading,
                         size_t figure, bool may_lack)
{
    const struct sw_prediction *p = r->prediction;
    size_t n = p->options.n_processors, n_lines = 0;
    struct sw_column columns[SW_PLANS_MOST + 1] = {
        {.title = "P", .type = SW_COUNT, AT(line, processors)}};
    struct line *lines;
    if (!SW_POOLED(&d->pool, lines, n))
        return;
    for (size_t k = 0; k < p->options.n_plans; k++)
        columns[k + 1] = (struct sw_column){.title = r->rows[k * n].plan,
                                            .type = SW_REAL,
                                            .at = offsetof(struct line, speedups[k]),
                                            .stored = SW_F64};
    for (size_t i = 0; i < n; i++) {
        struct line *line = &lines[n_lines];
        bool has_any = !may_lack;
        line->processors = p->options.processors[i];
        for (size_t k = 0; k < p->options.n_plans; k++) {
            line->speedups[k] = *(const double *)((const char *)&r->rows[k * n + i] + figure);
            has_any |= isfinite(line->speedups[k]) != 0;
        }
        n_lines += has_any;
    }
    SW_TABLE(d, .heading = heading, .fields = columns, .n_fields = p->options.n_plans + 1,
             .text = "*", SW_ITEMS(lines, n_lines), .always = true);
}

static void put_bounds(struct sw_document *d, const struct sw_prediction *p)
{
    char name[SW_TREE_NAME];
    fprintf(d->out, "  at most %s by the span (a bound)",
            SW_SHOWN(ratio, p->span > 0 ? p->one / p->span : NAN));
    if (p->locked > 0)
        fprintf(d->out, ", %s by the lock '%s'", SW_SHOWN(ratio, p->one / p->locked),
                sw_words_clean(sw_tree_lock_name(p->tree, p->lock, name)));
    fputc('\n', d->out);
}

/* What compressing it has cost. */
static void put_compression(struct sw_document *d, const struct sw_prediction *p)
{
    const struct sw_tree_measure *m = &p->tree->measure;
    if (m->window)
        sw_document_note(
            d, "",
            "lossy, because it got large: the order of up to %s tasks at a time was not kept",
            SW_SHOWN(count, m->window));
    if (m->merged)
        sw_document_note(d, "",
                         "lossy, because it got large: %s pieces were replaced by similar ones, "
                         "which shifts %.2f%% of the work",
                         SW_SHOWN(count, m->merged),
                         p->work > 0 ? 100 * (double)m->moved / p->work : 0);
    if (m->lost)
        sw_document_note(d, "", "%s nodes are missing: their work counts for what is around them",
                         SW_SHOWN(count, m->lost));
}

/* What a compiler deals out to threads itself is as those had it: no emulation divides it further. */
static void put_teams(struct sw_document *d, const struct sw_prediction *p)
{
    const struct sw_program_tree *tree = p->tree;
    unsigned last = p->options.processors[p->options.n_processors - 1];
    uint64_t most = 0;
    for (size_t i = 1; i < tree->n_nodes; i++) {
        const struct sw_node *node = &tree->nodes[i];
        uint64_t threads = 0;
        if (node->kind != SW_NODE_SECTION || node->schedule != SW_SECTION_TEAM)
            continue;
        for (uint32_t k = 0; k < node->n_items; k++)
            threads += tree->items[node->first + k].count;
        most = threads > most ? threads : most;
    }
    if (most && most < last)
        sw_document_note(d, "teams",
                         "of %" PRIu64
                         " threads: loops that the compiler divides itself have that many parts; "
                         "for %u cores, record the tree with 'spanwise run --tree -N %u'",
                         most, last, last);
}

static void put_basis(struct sw_document *d, const struct report *r)
{
    const struct sw_prediction *p = r->prediction;
    sw_document_note(d, "tree", "work %s, span %s, %s tasks, in %s nodes",
                     SW_SHOWN(cost, d->units, sw_rounded(p->work)),
                     SW_SHOWN(cost, d->units, sw_rounded(p->span)), SW_SHOWN(count, p->tasks),
                     SW_SHOWN(count, p->tree->n_nodes - 1));
    put_compression(d, p);
    put_teams(d, p);
    sw_document_note(d, "overheads", "%s", r->options->overheads);
    sw_document_note(d, "memory", "%s",
                     r->options->memory ? r->options->memory
                                        : "not included: where cores share caches and bandwidth, a "
                                          "real run is slower (--memory)");
    if (r->options->profile->front_end == SW_FRONT_END_ANNOTATE)
        sw_document_note(d, "data",
                         "not checked: you have to know whether tasks are independent, or share "
                         "something that needs a lock or a reduction");
    if (r->options->synthesis)
        sw_document_note(d, "replay", "%s", r->options->synthesis);
}

static void put_text(struct sw_document *d, const struct report *r)
{
    bool has_memory = r->prediction->options.burdens != NULL;
    sw_document_head(d, "Spanwise prediction for", r->options->profile);
    sw_document_findings(d, &d->findings, NULL);
    put_speedups(d, r,
                 has_memory ? "Speedup on P processors, emulated, memory left out"
                            : "Speedup on P processors, emulated",
                 offsetof(struct row, plain), false);
    put_bounds(d, r->prediction);
    if (has_memory)
        put_speedups(d, r, "The same with the memory model (-: not known for that many)",
                     offsetof(struct row, with_memory), false);
    if (r->options->synthesis)
        put_speedups(d, r, "The same replayed: real threads on this machine",
                     offsetof(struct row, replayed), true);
    put_losses(d, r);
    put_sections(d, r);
    sw_document_heading(d, "What it rests on");
    put_basis(d, r);
}

static void json_bounds(struct sw_json *json, const struct sw_prediction *p)
{
    char name[SW_TREE_NAME];
    sw_json_put(json, "work:%g, time_on_one:%g, span:%g, parallelism:%g, tasks:%lu", p->work,
                p->one, p->span, p->work / p->span, p->tasks);
    if (p->locked > 0)
        sw_json_put(json, "lock:{name:%s, held:%g, at_most:%g}",
                    sw_tree_lock_name(p->tree, p->lock, name), p->locked, p->one / p->locked);
}

static void put_json(struct sw_document *d, const struct report *r)
{
    static const struct sw_column measures[] = {
        SW_COUNTS(sw_tree_measure, recorded, window, merged, moved, lost)};
    const struct sw_program_tree *tree = r->prediction->tree;
    const struct sw_predicted *focus = sw_prediction_focus(r->prediction);
    struct sw_json *json = &d->json;
    char name[SW_PLAN_NAME];
    sw_document_head(d, NULL, r->options->profile);
    json_bounds(json, r->prediction);
    sw_json_put(json, "tree:{nodes:%zu", tree->n_nodes ? tree->n_nodes - 1 : 0);
    SW_MEMBERS(d, measures, "*", &tree->measure, NULL);
    sw_json_put(json, "}, overheads:%s, memory:%s, replay:%s", r->options->overheads,
                r->options->memory, r->options->synthesis);
    put_plans(d, r);
    sw_json_put(json, "sections:{plan:%s, processors:%u", sw_plan_name(focus->plan, name),
                focus->processors);
    put_sections(d, r);
    sw_json_close(json, '}');
    sw_document_findings(d, &d->findings, NULL);
    sw_document_headline(d, &d->findings, NULL);
}

/* Whether two plans are no different on any number of processors. */
static bool are_alike(const struct row *a, const struct row *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(fmax(a[i].plain, b[i].plain) <= SW_PLANS_ALIKE * fmin(a[i].plain, b[i].plain)))
            return false;
    return true;
}

/* Plans that are no different are one curve, which has their names. */
static void put_plain_curves(struct sw_document *d, const struct report *r)
{
    size_t n = r->prediction->options.n_processors, n_plans = r->prediction->options.n_plans;
    bool drawn[SW_PLANS_MOST] = {false};
    for (size_t i = 0; i < n_plans; i++) {
        char name[SW_PLANS_MOST * (SW_PLAN_NAME + 2)];
        size_t alike = 0, used = 0;
        for (size_t k = i; k < n_plans && !drawn[i]; k++) {
            if (drawn[k] || !are_alike(&r->rows[i * n], &r->rows[k * n], n))
                continue;
            used += (size_t)snprintf(name + used, sizeof name - used, "%s%s", alike ? ", " : "",
                                     r->rows[k * n].plan);
            drawn[k] = k > i;
            alike++;
        }
        if (alike)
            SW_CURVE(d, alike == n_plans && alike > 1 ? "any plan" : name, "predicted", plans,
                     "processors|speedup", &r->rows[i * n], n);
    }
}

static void put_curves(struct sw_document *d, const struct report *r, const char *view,
                       const char *suffix, const char *role)
{
    size_t n = r->prediction->options.n_processors;
    for (const struct row *row = r->rows; row < r->rows + r->n_rows; row += n) {
        SW_CURVE(d, SW_PRINTED("%s%s", row->plan, suffix), role, plans, view, row, n);
    }
}

static void put_page(struct sw_document *d, const struct report *r)
{
    const struct sw_profile *p = r->options->profile;
    d->page.at = sw_prediction_focus(r->prediction)->processors;
    sw_document_headline(d, &d->findings, NULL);
    sw_html_chart(&d->page,
                  SW_SECTION("speedup", "Predicted speedup",
                             "One curve for each way to parallelize it, emulated from the times of "
                             "a serial run and the cost of threads. Ways within 5% of each other "
                             "share a curve.",
                             .word = "speedup"));
    put_plain_curves(d, r);
    if (r->prediction->options.burdens)
        put_curves(d, r, "processors|speedup_with_memory", ", with memory", "predicted");
    if (r->options->synthesis)
        put_curves(d, r, "processors|speedup_replayed", ", replayed", "measured");
    sw_html_close(&d->page);
    sw_document_source(d, p, NULL);
    sw_document_findings(d, &d->findings, NULL);
    put_losses(d, r);
    put_sections(d, r);
    sw_document_paths(d, p);
    put_plans(d, r);
    sw_document_measured(d, "What it rests on", p);
    put_basis(d, r);
    sw_document_measured_end(d, p);
}

/*
 * A gnuplot script with its data: a line for each plan, with the memory model dashed beside it, below linear speedup and
 * the bound. `spanwise predict --format=gnuplot FILE | gnuplot > speedup.png` draws it.
 */
static const char *const colors[] = {"#2060b0", "#c03020", "#208040", "#b07010",
                                     "#703090", "#1090a0", "#606060", "#a02060"};
#define N_COLORS (sizeof colors / sizeof *colors)

static void plot_data(FILE *out, const struct report *r, double *most)
{
    const struct sw_prediction *p = r->prediction;
    fputs("# processors, then speedup and speedup with memory of each plan\n$plans << EOD\n", out);
    for (size_t i = 0; i < p->options.n_processors; i++) {
        fprintf(out, "%u", p->options.processors[i]);
        for (size_t k = 0; k < p->options.n_plans; k++) {
            const struct row *row = &r->rows[k * p->options.n_processors + i];
            *most = fmax(*most, row->plain);
            fprintf(out, " %.6g", row->plain);
            if (row->cell->has_memory)
                fprintf(out, " %.6g", row->speedup);
            else
                fputs(" NaN", out);
        }
        fputc('\n', out);
    }
    fputs("EOD\n", out);
}

static void plot_plan(FILE *out, const struct report *r, size_t k)
{
    const char *color = colors[k % N_COLORS],
               *name = r->rows[k * r->prediction->options.n_processors].plan;
    fprintf(out,
            ", \\\n     $plans using 1:%zu with linespoints linewidth 2 pointtype %zu linecolor "
            "rgb \"%s\" title \"%s\"",
            2 * k + 2, 4 + k, color, name);
    if (r->prediction->options.burdens)
        fprintf(out,
                ", \\\n     $plans using 1:%zu with linespoints linewidth 2 dashtype 2 pointtype "
                "%zu linecolor rgb \"%s\" title \"%s, with memory\"",
                2 * k + 3, 4 + k, color, name);
}

static void put_gnuplot(struct sw_document *d, const struct report *r)
{
    FILE *out = d->out;
    const struct sw_prediction *p = r->prediction;
    unsigned last = p->options.processors[p->options.n_processors - 1];
    double most = 2, bound = sw_prediction_bound(p);
    plot_data(out, r, &most);
    if (bound < 2 * most)
        most = fmax(most, bound);
    sw_plot_begin("Predicted speedup of", sw_base_name(sw_string(r->options->profile->program)),
                  last > 1 ? last : 2, 1.1 * most, out);
    fputs("plot x with lines linewidth 2 linecolor rgb \"#888888\" title \"linear speedup\"", out);
    if (bound <= most)
        fprintf(out,
                ", \\\n     %.6g with lines linewidth 2 dashtype 2 linecolor rgb \"#888888\" title "
                "\"bound (%s): %.2f\"",
                bound, p->locked > p->span ? "lock" : "span", bound);
    for (size_t k = 0; k < p->options.n_plans; k++)
        plot_plan(out, r, k);
    fputc('\n', out);
}

int sw_predict_print(const struct sw_prediction *prediction,
                     const struct sw_predict_report_options *options, FILE *out)
{
    static const enum sw_as as[] = {SW_AS_TEXT, SW_AS_CSV, SW_AS_JSON, SW_AS_SCRIPT, SW_AS_PAGE};
    static void (*const put[])(struct sw_document *, const struct report *) = {
        [SW_PREDICT_TEXT] = put_text, [SW_PREDICT_CSV] = put_plans,
        [SW_PREDICT_JSON] = put_json, [SW_PREDICT_GNUPLOT] = put_gnuplot,
        [SW_PREDICT_HTML] = put_page,
    };
    struct report r = {.prediction = prediction, .options = options};
    struct sw_document d;
    int error = sw_document_open(&d, as[options->format], &options->page, options->profile,
                                 options->profile->unit, out);
    if (error)
        return error;
    make_rows(&d, &r);
    if (!sw_document_fails(&d, make_sections(&d, &r) ?: d.pool.error) &&
        !sw_document_fails(&d, sw_predict_findings(&d.findings, prediction, d.units)))
        put[options->format](&d, &r);
    return sw_document_close(&d);
}
