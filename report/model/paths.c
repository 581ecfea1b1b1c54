/* Call paths as text: all of them, or those of one function, who calls it, and what it calls. */
#include "report/model/paths.h"
#include "analysis/workspan/bounds.h"
#include "base/order.h"
#include "report/model/document.h"

/* Rows that are call paths, or frames of them: a share of each measure, and what it is. */
struct sw_path_row {
    double shares[SW_FLAME_MEASURES_MOST]; /* by measure */
    const struct sw_site *site;            /* NULL: none */
    const struct sw_place *place;          /* NULL: not known */
    const char *name;
    unsigned depth; /* how far to the right */
};

#define ROW ((const struct sw_path_row *)row)

enum { DEEP = 12, DEEPEST = 40, USUAL_TOP = 10, COST_WIDTH = 12 };

static int is_effort(const struct sw_flame *flame)
{
    return sw_flame_measure_named(flame, "idle") >= 0;
}

/* Whether the measure is shown: of `spanwise sample` waits are not, which are of another clock. */
static int sw_paths_shows(const struct sw_flame *flame, unsigned measure)
{
    const char *name = flame->measures[measure];
    return strcmp(name, "wait") && strcmp(name, "blame");
}

/* What shares of the measure are of, over all paths: `totals` has those of the root. Of `spanwise sample` it is the effort,
 * so that what is idle can be compared with what worked. */
static double sw_paths_whole(const struct sw_flame *flame, const double *totals, unsigned measure)
{
    double whole = 0;
    if (!is_effort(flame) || !sw_paths_shows(flame, measure))
        return totals[measure];
    for (unsigned m = 0; m < flame->n_measures; m++)
        whole += sw_paths_shows(flame, m) ? totals[m] : 0;
    return whole;
}

/* The measure that rows are sorted by, as the options have it. */
static unsigned sw_paths_order(const struct sw_flame *flame,
                               const struct sw_report_options *options)
{
    static const char *const names[] = {
        [SW_SORT_LOCAL_SPAN] = "span", [SW_SORT_SPAN] = "span", [SW_SORT_LOCAL_WORK] = "work",
        [SW_SORT_WORK] = "work",       [SW_SORT_IDLE] = "idle", [SW_SORT_OVERHEAD] = "overhead",
    };
    size_t sort = options->sort;
    const char *name = sort < sizeof names / sizeof *names ? names[sort] : NULL;
    int measure = name ? sw_flame_measure_named(flame, name) : -1;
    return measure < 0 ? 0 : (unsigned)measure;
}

/* What is below is to the right, by less where it is deep. */
SW_GETTER(get_name, context)
{
    unsigned depth = ROW->depth, indent = depth < DEEP ? 2 * depth : DEEP + depth;
    sw_value_print(value, "%*s%.500s", (int)(indent < DEEPEST ? indent : DEEPEST), "", ROW->name);
}

SW_GETTER(get_where, context)
{
    const struct sw_place *place = ROW->place;
    sw_value_place(value, place ? place->file : NULL, place ? place->line : 0, "-");
}

#define SITE ROW->site
SW_GETS_IF(get_parallelism, SITE, real,
           SITE ? sw_parallelism(SITE->on_work.top_site.work, SITE->on_work.top_site.span) : NAN)
SW_GETS_IF(get_times, SITE, integer, SITE ? SITE->on_work.local.count : 0)
SW_GETS_IF(get_times_on_span, SITE, integer, SITE ? SITE->on_span.local.count : 0)

/* `title` is that of the names: "call", "caller". Without a heading all rows, and not how often sites were called. */
static void sw_paths_put(struct sw_document *d, const struct sw_flame *flame, const char *heading,
                         const char *title, const struct sw_path_row *rows, size_t n)
{
    struct sw_column fields[SW_FLAME_MEASURES_MOST + 5];
    char titles[SW_FLAME_MEASURES_MOST][32];
    bool has_sites = SW_FIRST(row, rows, n, row->site);
    size_t k = 0;
    for (unsigned m = 0; m < flame->n_measures; m++) {
        if (!sw_paths_shows(flame, m))
            continue;
        snprintf(titles[m], sizeof titles[m], is_effort(flame) ? "%s" : "share\nof %s",
                 flame->measures[m]);
        fields[k++] = (struct sw_column){.title = titles[m],
                                         .type = SW_SHARE,
                                         .at = offsetof(struct sw_path_row, shares[m]),
                                         .stored = SW_F64};
    }
    if (has_sites)
        fields[k++] =
            (struct sw_column){.title = "paral-\nlelism", .type = SW_REAL, .get = get_parallelism};
    if (has_sites && heading) {
        fields[k++] = (struct sw_column){.title = "times", .type = SW_COUNT, .get = get_times};
        fields[k++] = (struct sw_column){
            .title = "times\non span", .type = SW_COUNT, .get = get_times_on_span};
    }
    fields[k++] = (struct sw_column){.title = "line", .get = get_where, .fit = SW_PATH};
    fields[k++] = (struct sw_column){.title = title, .get = get_name, .fit = SW_NAME};
    SW_TABLE(d, .heading = heading, .fields = fields, .n_fields = k, .text = "*", SW_ITEMS(rows, n),
             .top = !heading          ? 0
                    : d->options->top ? d->options->top
                                      : USUAL_TOP,
             .more = ": '--top=all'");
}

/* How sure shares are, as a note; nothing where they are measured. */
static void sw_paths_note(struct sw_document *d, const struct sw_flame *flame)
{
    uint64_t samples = flame->samples[0];
    if (flame->n_nodes < 2 || (!samples && !flame->shared_out && !is_effort(flame)))
        return;
    fputc('\n', d->out);
    if (is_effort(flame))
        sw_document_note(d, "shares",
                         "of the effort: the cores' work, overhead and idle time together");
    if (samples)
        sw_document_note(d, is_effort(flame) ? "samples" : "shares",
                         "of %" PRIu64 " samples: shares may be off by %.1f points", samples,
                         100 / sqrt((double)samples));
    else if (flame->shared_out)
        sw_document_note(d, "paths",
                         "derived from call sites: a function's cost is split among the places "
                         "that call it, and recursion is one frame");
}

static void put_figures(struct sw_document *d, const struct sw_focus *f)
{
    const struct {
        const char *label;
        const double *sums;
    } lines[] = {{"with what it calls", f->totals},
                 {"its own code", f->selves},
                 {"the whole program", f->wholes}};
    char cost[SW_UNITS_SIZE], percent[SW_UNITS_SIZE];
    fprintf(d->out, "\n%s  %-20s", d->text.bold, "");
    for (unsigned m = 0; m < f->flame.n_measures; m++)
        if (sw_paths_shows(&f->flame, m))
            fprintf(d->out, " %12s %6s", f->flame.measures[m], "share");
    fprintf(d->out, "%s\n", d->text.plain);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        fprintf(d->out, "  %-20s", lines[i].label);
        for (unsigned m = 0; m < f->flame.n_measures; m++) {
            double whole = sw_paths_whole(&f->flame, f->wholes, m), sum = lines[i].sums[m];
            if (!sw_paths_shows(&f->flame, m))
                continue;
            sw_units_cost(d->units, sw_rounded(sum), cost);
            sw_units_percent(whole > 0 ? sum / whole : 0, percent);
            int pad = COST_WIDTH - (int)sw_words_width(cost);
            fprintf(d->out, " %*s%s %6s", pad > 0 ? pad : 0, "", cost, percent);
        }
        fputc('\n', d->out);
    }
}

static int compare(const void *a, const void *b, void *data)
{
    const struct sw_path_row *x = a, *y = b;
    unsigned order = *(const unsigned *)data;
    for (unsigned i = 0; i < SW_FLAME_MEASURES_MOST; i++) {
        unsigned m = (order + i) % SW_FLAME_MEASURES_MOST;
        if (x->shares[m] != y->shares[m])
            return x->shares[m] > y->shares[m] ? -1 : 1;
    }
    return 0; /* as they were: by name */
}

/* Shares are of the program, as in all other tables: they can be compared. */
static void put_rows(struct sw_document *d, const struct sw_focus *f, const struct sw_profile *p,
                     const char *heading, const char *title, const struct sw_focus_row *from,
                     size_t n)
{
    struct sw_path_row *rows;
    unsigned order = sw_paths_order(&f->flame, d->options);
    if (!SW_POOLED(&d->pool, rows, n))
        return;
    for (size_t i = 0; i < n; i++) {
        rows[i] = (struct sw_path_row){.name = from[i].name, .place = from[i].place};
        if (from[i].site != SW_FLAME_NO_SITE)
            rows[i].site = &p->sites[from[i].site];
        for (unsigned m = 0; m < f->flame.n_measures; m++) {
            double whole = sw_paths_whole(&f->flame, f->wholes, m);
            rows[i].shares[m] = whole > 0 ? from[i].sums[m] / whole : 0;
        }
    }
    qsort_r(rows, n, sizeof *rows, compare, &order);
    sw_paths_put(d, &f->flame, heading, title, rows, n);
    if (n)
        return;
    sw_document_heading(d, "%s", heading);
    fputs("  nothing that was followed\n", d->out);
}

static void put_function(struct sw_document *d, const struct sw_focus *f,
                         const struct sw_profile *p)
{
    put_figures(d, f);
    put_rows(d, f, p, "Who calls it (shares of the whole program, by way of each)", "caller",
             f->callers, f->n_callers);
    put_rows(d, f, p, "What it calls", "call", f->callees, f->n_callees);
    if (f->n_itself)
        put_rows(d, f, p, "Where it calls itself (shares: its own code in these calls)", "call",
                 f->itself, f->n_itself);
    if (f->n_lines)
        put_rows(d, f, p, "Its own code, by line", "function", f->lines, f->n_lines);
    sw_paths_note(d, &f->flame);
}

static void put_region(struct sw_document *d, const struct sw_figures *r, uint64_t whole)
{
    char percent[SW_UNITS_SIZE];
    fprintf(d->out, "\n  a region, %s times\n", SW_SHOWN(count, r->count));
    sw_units_percent(whole ? (double)r->work / (double)whole : 0, percent);
    fprintf(d->out, "  %-20s %s, %s of the program's\n", "work",
            SW_SHOWN(spoken, d->units, r->work), percent);
    fprintf(d->out, "  %-20s %s\n", "span", SW_SHOWN(spoken, d->units, r->span));
    fprintf(d->out, "  %-20s %s\n", "burdened span", SW_SHOWN(spoken, d->units, r->burdened_span));
    fprintf(d->out, "  %-20s %s\n", "parallelism",
            SW_SHOWN(ratio, sw_parallelism(r->work, r->span)));
}

int sw_focus_print(const struct sw_focus *focus, const struct sw_profile *profile,
                   const struct sw_report_options *options, FILE *out)
{
    struct sw_document d;
    int error = sw_document_open(&d, SW_AS_TEXT, options, profile, focus->flame.unit, out);
    if (error)
        return error;
    sw_document_head(&d, sw_words_clean(SW_PRINTED("'%.200s' in", options->focus)), profile);
    if (focus->region)
        put_region(&d, &focus->region->figures, profile->whole.work);
    else
        put_function(&d, focus, profile);
    return sw_document_close(&d);
}

struct tree {
    const struct sw_profile *profile;
    const struct sw_report_options *options;
    struct sw_flame flame;
    double *totals[SW_FLAME_MEASURES_MOST];
    double wholes[SW_FLAME_MEASURES_MOST];
    unsigned order;   /* the measure that siblings are sorted by */
    uint32_t *sorted; /* nodes, by parent, then by that measure */
    size_t *first;    /* by node: where its children begin in `sorted`; one more at the end */
    struct sw_path_row *rows;
    size_t n_rows, n_left_out;
};

static double share(const struct tree *t, size_t node, unsigned measure)
{
    return t->wholes[measure] > 0 ? t->totals[measure][node] / t->wholes[measure] : 0;
}

static int is_large(const struct tree *t, size_t node)
{
    for (unsigned m = 0; m < t->flame.n_measures; m++)
        if (sw_paths_shows(&t->flame, m) && share(t, node, m) >= t->options->least)
            return 1;
    return 0;
}

static int call_tree_compare(const void *a, const void *b, void *data)
{
    const struct tree *t = data;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    uint32_t px = t->flame.nodes[x].parent, py = t->flame.nodes[y].parent;
    if (px != py)
        return px < py ? -1 : 1;
    for (unsigned i = 0; i < t->flame.n_measures; i++) {
        unsigned m = i ? i - (i <= t->order) : t->order; /* that one, then the others */
        double dx = t->totals[m][x], dy = t->totals[m][y];
        if (dx != dy)
            return dx > dy ? -1 : 1;
    }
    return SW_RISING(x, y);
}

/* The root is not shown: its children are the outermost. */
static void sort(struct tree *t)
{
    size_t n = t->flame.n_nodes;
    for (size_t i = 1; i < n; i++)
        t->sorted[i - 1] = (uint32_t)i;
    qsort_r(t->sorted, n - 1, sizeof *t->sorted, call_tree_compare, t);
    for (size_t i = 1; i < n; i++)
        t->first[t->flame.nodes[i].parent + 1]++;
    for (size_t i = 0; i < n; i++)
        t->first[i + 1] += t->first[i];
}

static void add(struct tree *t, uint32_t node, unsigned depth)
{
    const struct sw_flame_frame *frame = &t->flame.frames[t->flame.nodes[node].frame];
    struct sw_path_row *row = &t->rows[t->n_rows++];
    *row = (struct sw_path_row){.place = frame->place, .name = frame->name, .depth = depth};
    if (frame->site != SW_FLAME_NO_SITE)
        row->site = &t->profile->sites[frame->site];
    for (unsigned m = 0; m < t->flame.n_measures; m++)
        row->shares[m] = share(t, node, m);
}

/* Without recursion: call paths may be deep. `next` is, by node, the child to come. */
static void walk(struct tree *t, size_t *next)
{
    uint32_t at = 0;
    unsigned depth = 0; /* of the children of `at` */
    for (;;) {
        if (next[at] == t->first[at + 1]) {
            if (!at)
                return;
            at = t->flame.nodes[at].parent;
            depth--;
            continue;
        }
        uint32_t child = t->sorted[next[at]++];
        if (!is_large(t, child) || (t->options->depth && depth >= t->options->depth)) {
            t->n_left_out++;
            continue;
        }
        add(t, child, depth);
        at = child;
        depth++;
    }
}

static int make(struct sw_document *d, struct tree *t)
{
    double whole[SW_FLAME_MEASURES_MOST];
    int error = sw_flame_make(&t->flame, t->profile, 0);
    if (!error && !t->options->physical)
        error = sw_flame_fold(&t->flame, t->profile);
    if (error)
        return error;
    size_t n = t->flame.n_nodes;
    for (unsigned m = 0; m < t->flame.n_measures; m++) {
        t->totals[m] = sw_flame_totals(&t->flame, m);
        if (!t->totals[m])
            return -ENOMEM;
        whole[m] = t->totals[m][0];
    }
    for (unsigned m = 0; m < t->flame.n_measures; m++)
        t->wholes[m] = sw_paths_whole(&t->flame, whole, m);
    t->order = sw_paths_order(&t->flame, t->options);
    size_t *next;
    SW_POOLED(&d->pool, next, n);
    SW_POOLED(&d->pool, t->sorted, n);
    SW_POOLED(&d->pool, t->first, n + 1);
    SW_POOLED(&d->pool, t->rows, n);
    if (!d->pool.error && n) {
        sort(t);
        memcpy(next, t->first, n * sizeof *next);
        walk(t, next);
    }
    return d->pool.error;
}

static void release(struct tree *t)
{
    for (unsigned m = 0; m < SW_FLAME_MEASURES_MOST; m++)
        free(t->totals[m]);
    sw_flame_release(&t->flame);
}

static void put_left_out(struct sw_document *d, const struct tree *t)
{
    if (!t->n_left_out)
        return;
    fprintf(d->out, t->n_rows ? "  and %zu more below these" : "  %zu paths", t->n_left_out);
    if (t->options->least > 0)
        fprintf(d->out, ", each less than %g%% of all%s: '--least=0'", 100 * t->options->least,
                t->options->depth ? " or deeper" : "");
    fputc('\n', d->out);
}

int sw_call_tree_print(const struct sw_profile *profile, const struct sw_report_options *options,
                       FILE *out)
{
    struct sw_document d;
    int error = sw_document_open(&d, SW_AS_TEXT, options, profile, profile->unit, out);
    if (error)
        return error;
    struct tree t = {.profile = profile, .options = d.options};
    if (!sw_document_fails(&d, make(&d, &t))) {
        sw_document_head(&d, "Call paths of", profile);
        fputc('\n', d.out);
        sw_paths_put(&d, &t.flame, NULL, "call", t.rows, t.n_rows);
        if (!t.n_rows && !t.n_left_out)
            fputs("  the profile has none\n", d.out);
        put_left_out(&d, &t);
        sw_paths_note(&d, &t.flame);
    }
    release(&t);
    return sw_document_close(&d);
}
