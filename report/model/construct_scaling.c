/*
 * Regions and loops by the number of processors: a row a place, and for each figure a column a number. The columns
 * are made here, as it is not known before how many there are.
 */
#include "analysis/openmp/construct_scaling.h"
#include "report/html/report.h"
#include "report/model/formats.h"
#include "report/model/simulation.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 8, MOST_CURVES = 8, KEY_SIZE = 48, TITLE_SIZE = 24 };

struct cell {
    double speedup, imbalance;
    uint64_t time;
};

/* The first member is what the columns of constructs take. */
struct row {
    struct sw_construct_row row;
    struct cell cells[];
};

struct figure {
    const char *key; /* and group, on a page */
    enum sw_type type;
    size_t at; /* in a cell */
    int heat;
};

static const struct figure figures[] = {
    {"speedup", SW_REAL, offsetof(struct cell, speedup), 0},
    {"time", SW_COST, offsetof(struct cell, time), 0},
    {"imbalance", SW_SHARE, offsetof(struct cell, imbalance), 1},
};
enum { FIGURES = sizeof figures / sizeof *figures };

struct names {
    char key[KEY_SIZE], title[TITLE_SIZE];
};

struct grid {
    struct sw_table table;
    struct sw_column *columns;
    struct names *names;
    void *rows;
    const void **pointers;
};

static void release(struct grid *g)
{
    free(g->columns);
    free(g->names);
    free(g->rows);
    free(g->pointers);
}

static void fill_row(struct row *row, const struct sw_report *report, size_t place)
{
    const struct sw_construct_scaling *s = &report->simulation.scaling;
    const struct sw_construct *runs = sw_construct_runs(s, place);
    row->row = (struct sw_construct_row){.construct = &runs[s->n_runs - 1],
                                         .outcome = &report->simulation.outcomes[s->n_runs - 1]};
    for (size_t i = 0; i < s->n_runs; i++)
        row->cells[i] = (struct cell){sw_construct_speedup(&runs[i]),
                                      sw_construct_imbalance(&runs[i]), runs[i].elapsed};
}

/* A column for each number of processors. */
static void add_figure(struct grid *g, const struct sw_report *report, const struct figure *figure)
{
    for (size_t i = 0; i < report->simulation.scaling.n_runs; i++) {
        uint64_t processors = report->profile->simulations[i].processors;
        size_t number = g->table.n_columns++;
        struct names *names = &g->names[number];
        snprintf(names->key, sizeof names->key, "%s.%" PRIu64, figure->key, processors);
        snprintf(names->title, sizeof names->title, "%" PRIu64, processors);
        g->columns[number] = (struct sw_column){
            .key = names->key,
            .title = names->title,
            .type = figure->type,
            .at = offsetof(struct row, cells) + i * sizeof(struct cell) + figure->at,
            .group = figure->key,
            .heat = figure->heat,
        };
    }
}

static void add_columns(struct grid *g, const struct sw_column *columns, size_t n)
{
    for (size_t i = 0; i < n; i++)
        g->columns[g->table.n_columns++] = columns[i];
}

/* The rows of the heaviest `most` places; columns are to be added, `others` besides those of all figures. */
static int make(struct grid *g, const struct sw_report *report, size_t most, size_t others)
{
    const struct sw_construct_scaling *s = &report->simulation.scaling;
    size_t n = s->n_places < most ? s->n_places : most, columns = FIGURES * s->n_runs + others;
    size_t size = sizeof(struct row) + s->n_runs * sizeof(struct cell);
    *g = (struct grid){.columns = calloc(columns, sizeof *g->columns),
                       .names = calloc(columns, sizeof *g->names),
                       .rows = calloc(n + 1, size),
                       .pointers = calloc(n + 1, sizeof *g->pointers)};
    if (!g->columns || !g->names || !g->rows || !g->pointers) {
        release(g);
        return -ENOMEM;
    }
    for (size_t i = 0; i < n; i++) {
        struct row *row = (struct row *)((char *)g->rows + i * size);
        fill_row(row, report, i);
        g->pointers[i] = row;
    }
    g->table = (struct sw_table){.columns = g->columns,
                                 .rows = g->pointers,
                                 .n_rows = n,
                                 .context = report->profile,
                                 .units = &report->units};
    return 0;
}

/* With one number there is nothing to compare. */
static int has_several(const struct sw_report *report)
{
    return report->simulation.scaling.n_runs > 1 && report->simulation.scaling.n_places;
}

int sw_construct_scaling_text(const struct sw_report *report, const struct sw_page *page)
{
    enum { LINE_AND_CONSTRUCT = 2 };
    const struct sw_column_list *tree = &sw_construct_tree;
    size_t most = report->options->top ? report->options->top : MOST_ROWS;
    struct grid g;
    if (!has_several(report))
        return 0;
    int error = make(&g, report, most, LINE_AND_CONSTRUCT);
    if (error)
        return error;
    add_figure(&g, report, &figures[0]);
    add_columns(&g, tree->columns + tree->n - LINE_AND_CONSTRUCT, LINE_AND_CONSTRUCT);
    sw_page_heading(page, "Speedup of regions and loops on N processors (own work over own time)");
    error = sw_table_text(&g.table, page->width, page->bold, page->plain, page->out);
    if (!error && g.table.n_rows < report->simulation.scaling.n_places)
        fprintf(page->out, "  and %zu more: 'spanwise report --top=all'\n",
                report->simulation.scaling.n_places - g.table.n_rows);
    release(&g);
    return error;
}

static void put_curves(struct sw_html *html, const struct sw_report *report, const struct grid *g)
{
    size_t n = report->simulation.scaling.n_runs;
    double *x = calloc(2 * n, sizeof *x), *y = x + n;
    if (!x) {
        html->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < n; i++)
        x[i] = (double)report->profile->simulations[i].processors;
    for (size_t k = 0; k < g->table.n_rows && k < MOST_CURVES; k++) {
        const struct row *row = g->pointers[k];
        const struct sw_site *site = sw_construct_site(report->profile, row->row.construct);
        char label[SW_CONSTRUCT_LABEL], name[SW_CONSTRUCT_LABEL + 32];
        for (size_t i = 0; i < n; i++)
            y[i] = row->cells[i].speedup;
        sw_construct_label(report->profile, row->row.construct, label);
        snprintf(name, sizeof name, site->caller_place.line ? "%s, line %" PRIu32 : "%s", label,
                 site->caller_place.line);
        sw_html_series(html, name, "predicted", n, x, y, NULL, NULL);
    }
    free(x);
}

static void put_chart(struct sw_html *html, const struct sw_report *report, const struct grid *g)
{
    sw_html_chart(html,
                  &(struct sw_html_section){
                      .key = "construct-speedups",
                      .title = "Speedup of regions and loops",
                      .lead = g->table.n_rows > MOST_CURVES
                                  ? "Of each, its own work over its own time; those that take "
                                    "longest."
                                  : "Of each, its own work over its own time: the first that "
                                    "bends is the first to look at.",
                      .word = "construct"},
                  "processors", "speedup", 1);
    put_curves(html, report, g);
    sw_html_close(html);
}

void sw_html_construct_scaling(struct sw_html *html, const struct sw_report *report)
{
    enum { CONSTRUCT_FILE_LINE = 3 };
    static const struct sw_html_group groups[] = {{"speedup", "Speedup on", "speedup", 1},
                                                  {"time", "Time on", NULL, 0},
                                                  {"imbalance", "Imbalance on", "imbalance", 1}};
    struct grid g;
    if (!has_several(report))
        return;
    html->error = make(&g, report, SW_REPORT_ALL, CONSTRUCT_FILE_LINE);
    if (html->error)
        return;
    put_chart(html, report, &g);
    add_columns(&g, sw_construct_page.columns, CONSTRUCT_FILE_LINE);
    for (size_t i = 0; i < FIGURES; i++)
        add_figure(&g, report, &figures[i]);
    sw_html_table(
        html,
        &(struct sw_html_section){
            .key = "construct-runs",
            .title = "Regions and loops, by the number of "
                     "processors",
            .lead = "What takes longest on most processors is first. A barrier is what comes "
                    "before it, since the one before: gcc's static loops are seen as that.",
            .word = "construct"},
        &g.table,
        &(struct sw_html_look){.groups = groups, .n_groups = sizeof groups / sizeof *groups});
    release(&g);
}

static void put_run(struct sw_json *json, const struct sw_report *report, size_t run,
                    const struct sw_construct *c)
{
    sw_json_open(json, NULL, '{');
    sw_json_integer(json, "processors", report->profile->simulations[run].processors);
    sw_json_integer(json, "count", c->count);
    sw_json_integer(json, "work", c->total_work);
    sw_json_integer(json, "time", c->elapsed);
    sw_json_real(json, "speedup", sw_construct_speedup(c));
    sw_json_real(json, "imbalance", sw_construct_imbalance(c));
    sw_json_close(json, '}');
}

void sw_construct_scaling_json(struct sw_json *json, const struct sw_report *report)
{
    enum { PLACE = 4 }; /* kind, file, line, function */
    const struct sw_construct_scaling *s = &report->simulation.scaling;
    struct sw_table table = sw_simulation_table(SW_SIMULATION_CONSTRUCTS, report);
    table.n_columns = PLACE;
    sw_json_open(json, "constructs_by_processors", '[');
    for (size_t i = 0; i < s->n_places; i++) {
        const struct sw_construct *runs = sw_construct_runs(s, i);
        /* Not the root, which has the number 0. */
        const struct sw_construct_row row = {.construct = &runs[s->n_runs - 1], .number = 1};
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &row);
        sw_json_open(json, "runs", '[');
        for (size_t run = 0; run < s->n_runs; run++)
            put_run(json, report, run, &runs[run]);
        sw_json_close(json, ']');
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}
