/*
 * Regions and loops by the number of processors: a row a place, and for each figure a column a number. The columns
 * are made here, as it is not known before how many there are.
 */
#include "report/model/run.h"

enum { MOST_ROWS = 8, MOST_CURVES = 8 };

struct cell {
    double speedup, imbalance;
    uint64_t time, processors;
};

/* The first member is what the fields of constructs take. */
struct row {
    struct sw_construct_row row;
    struct cell cells[];
};

struct name {
    char key[48], title[24];
};

struct grid {
    struct sw_column *columns;
    struct name *names;
    size_t n_columns;
    void *rows;
    size_t size; /* of a row */
};

/* The key is the group's too, on a page. */
static const struct sw_column figures[] = {
    {.key = "speedup", .type = SW_REAL, AT(cell, speedup)},
    {.key = "time", .type = SW_COST, AT(cell, time)},
    {.key = "imbalance", .type = SW_SHARE, AT(cell, imbalance), .heat = 1},
    {.key = "processors", .type = SW_COUNT, AT(cell, processors)},
};
enum { FIGURES = 3 }; /* for each number of processors */

static struct row *row_at(const struct grid *g, size_t place)
{
    return (struct row *)((char *)g->rows + place * g->size);
}

static void fill_row(const struct grid *g, const struct sw_report *r, size_t place)
{
    const struct sw_construct_scaling *s = &r->simulation.scaling;
    const struct sw_construct *runs = sw_construct_runs(s, place);
    struct row *row = row_at(g, place);
    row->row = (struct sw_construct_row){.construct = &runs[s->n_runs - 1],
                                         .outcome = &r->simulation.outcomes[s->n_runs - 1]};
    for (size_t i = 0; i < s->n_runs; i++)
        row->cells[i] =
            (struct cell){sw_construct_speedup(s, place, i), sw_construct_imbalance(&runs[i]),
                          runs[i].elapsed, r->profile->simulations[i].processors};
}

/* A column for each number of processors. */
static void add_figure(struct grid *g, const struct sw_report *r, const struct sw_column *figure)
{
    for (size_t i = 0; i < r->simulation.scaling.n_runs; i++) {
        uint64_t processors = r->profile->simulations[i].processors;
        struct name *name = &g->names[g->n_columns];
        struct sw_column *column = &g->columns[g->n_columns++];
        snprintf(name->key, sizeof name->key, "%s.%" PRIu64, figure->key, processors);
        snprintf(name->title, sizeof name->title, "%" PRIu64, processors);
        *column = *figure;
        column->key = name->key;
        column->title = name->title;
        column->group = figure->key;
        column->at += offsetof(struct row, cells) + i * sizeof(struct cell);
    }
}

static void add_fields(struct grid *g, const char *view, enum sw_as as)
{
    struct sw_columns c;
    sw_columns_choose(&c, sw_construct_fields, sw_n_construct_fields, view, as);
    for (size_t i = 0; i < c.n; i++)
        g->columns[g->n_columns++] = c.items[i];
}

/* False: no memory. */
static bool make(struct sw_document *d, struct grid *g, const struct sw_report *r)
{
    enum { OTHERS = 8 };
    const struct sw_construct_scaling *s = &r->simulation.scaling;
    size_t columns = FIGURES * s->n_runs + OTHERS;
    *g = (struct grid){.size = sizeof(struct row) + s->n_runs * sizeof(struct cell)};
    SW_POOLED(&d->pool, g->columns, columns);
    SW_POOLED(&d->pool, g->names, columns);
    g->rows = sw_pool_take(&d->pool, s->n_places, g->size);
    for (size_t i = 0; g->rows && i < s->n_places; i++)
        fill_row(g, r, i);
    return !d->pool.error;
}

static void put_text(struct sw_document *d, const struct sw_report *r, struct grid *g)
{
    size_t n = r->simulation.scaling.n_places, top = sw_document_top(d, MOST_ROWS);
    add_figure(g, r, &figures[0]);
    add_fields(g, "where|construct", d->as);
    struct sw_table table = {g->columns, g->n_columns, NULL,    n < top ? n : top,
                             r->profile, d->units,     g->rows, g->size};
    sw_document_heading(d, "Speedup of regions and loops on N processors");
    sw_document_fails(d, sw_table_text(&table, d->text.width, d->text.bold, d->text.plain, d->out));
    sw_document_more(d, n - table.n_rows, ": 'spanwise report --top=all'");
}

static void put_curves(struct sw_document *d, const struct sw_report *r, const struct grid *g)
{
    for (size_t k = 0; k < r->simulation.scaling.n_places && k < MOST_CURVES; k++) {
        const struct row *row = row_at(g, k);
        const struct sw_site *site = sw_construct_site(r->profile, row->row.construct);
        char label[SW_CONSTRUCT_LABEL];
        sw_construct_label(r->profile, row->row.construct, label);
        SW_CURVE(d,
                 SW_PRINTED(site->caller_place.line ? "%s, line %" PRIu32 : "%s", label,
                            site->caller_place.line),
                 "predicted", figures, "processors|speedup", row->cells,
                 r->simulation.scaling.n_runs);
    }
}

static void put_page(struct sw_document *d, const struct sw_report *r, struct grid *g)
{
    static const struct sw_html_group groups[] = {{"speedup", "Speedup on", "speedup", 1},
                                                  {"time", "Time on", NULL, 0},
                                                  {"imbalance", "Imbalance on", "imbalance", 1}};
    size_t n = r->simulation.scaling.n_places;
    sw_html_chart(&d->page,
                  SW_SECTION("construct-speedups", "Speedup of regions and loops",
                             n > MOST_CURVES
                                 ? "The work of each over its time. Only the longest are shown."
                                 : "The work of each over its time. Look first at the curve that "
                                   "flattens first.",
                             .word = "construct", .folded = true));
    put_curves(d, r, g);
    sw_html_close(&d->page);
    add_fields(g, "construct|file|line", d->as);
    for (unsigned i = 0; i < FIGURES; i++)
        add_figure(g, r, &figures[i]);
    struct sw_table table = {g->columns, g->n_columns, NULL,    n,
                             r->profile, d->units,     g->rows, g->size};
    sw_html_table(
        &d->page,
        SW_SECTION("construct-runs", "Regions and loops, by number of cores",
                   "Those that take longest on the most cores come first. A barrier stands for "
                   "the code since the previous one: gcc's static loops show up as that.",
                   .word = "construct", .folded = true),
        &table, &(struct sw_html_look){SW_GROUPS(groups)});
}

static void put_run(struct sw_json *json, const struct sw_report *r, size_t place, size_t run)
{
    const struct sw_construct_scaling *s = &r->simulation.scaling;
    const struct sw_construct *c = &sw_construct_runs(s, place)[run];
    sw_json_put(json, "{processors:%lu, count:%lu, work:%lu, time:%lu, speedup:%g, imbalance:%g}",
                r->profile->simulations[run].processors, c->count, c->total_work, c->elapsed,
                sw_construct_speedup(s, place, run), sw_construct_imbalance(c));
}

static void put_json(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_construct_scaling *s = &r->simulation.scaling;
    sw_json_open(&d->json, "constructs_by_processors", '[');
    for (size_t i = 0; i < s->n_places; i++) {
        const struct sw_construct *runs = sw_construct_runs(s, i);
        /* Not the root, which has the number 0. */
        const struct sw_construct_row row = {.construct = &runs[s->n_runs - 1], .number = 1};
        sw_json_open(&d->json, NULL, '{');
        sw_document_members(d, sw_construct_fields, sw_n_construct_fields,
                            "kind|source=file|line|function", &row, r->profile);
        sw_json_open(&d->json, "runs", '[');
        for (size_t run = 0; run < s->n_runs; run++)
            put_run(&d->json, r, i, run);
        sw_json_put(&d->json, "]}");
    }
    sw_json_close(&d->json, ']');
}

/* For people where there are several numbers: with one there is nothing to compare. */
void sw_run_construct_scaling(struct sw_document *d, const struct sw_report *r)
{
    struct grid g;
    if (d->as == SW_AS_JSON) {
        put_json(d, r);
        return;
    }
    if (r->simulation.scaling.n_runs < 2 || !r->simulation.scaling.n_places ||
        r->simulation.of_threads)
        return;
    if (make(d, &g, r))
        (d->as == SW_AS_PAGE ? put_page : put_text)(d, r, &g);
}
