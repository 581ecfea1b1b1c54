/*
 * Regions and loops by the number of processors: a row a place, and for each figure a column a number. The columns
 * are made here, as it is not known before how many there are.
 */
#include "report/model/construct_scaling.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 8, KEY_SIZE = 48, TITLE_SIZE = 24 };

struct figure {
    const char *key; /* and group, on a page */
    enum sw_type type;
    size_t at; /* in a cell */
    int heat;
};

static const struct figure figures[SW_SCALING_FIGURES] = {
    {"speedup", SW_REAL, offsetof(struct sw_scaling_cell, speedup), 0},
    {"time", SW_COST, offsetof(struct sw_scaling_cell, time), 0},
    {"imbalance", SW_SHARE, offsetof(struct sw_scaling_cell, imbalance), 1},
};

struct sw_scaling_names {
    char key[KEY_SIZE], title[TITLE_SIZE];
};

void sw_scaling_grid_release(struct sw_scaling_grid *g)
{
    free(g->columns);
    free(g->names);
    free(g->rows);
    free(g->pointers);
}

static void fill_row(struct sw_scaling_row *row, const struct sw_report *report, size_t place)
{
    const struct sw_construct_scaling *s = &report->simulation.scaling;
    const struct sw_construct *runs = sw_construct_runs(s, place);
    row->row = (struct sw_construct_row){.construct = &runs[s->n_runs - 1],
                                         .outcome = &report->simulation.outcomes[s->n_runs - 1]};
    for (size_t i = 0; i < s->n_runs; i++)
        row->cells[i] = (struct sw_scaling_cell){sw_construct_speedup(s, place, i),
                                                 sw_construct_imbalance(&runs[i]), runs[i].elapsed};
}

void sw_scaling_grid_add(struct sw_scaling_grid *g, const struct sw_report *report,
                         enum sw_scaling_figure which)
{
    const struct figure *figure = &figures[which];
    for (size_t i = 0; i < report->simulation.scaling.n_runs; i++) {
        uint64_t processors = report->profile->simulations[i].processors;
        size_t number = g->table.n_columns++;
        struct sw_scaling_names *names = &g->names[number];
        snprintf(names->key, sizeof names->key, "%s.%" PRIu64, figure->key, processors);
        snprintf(names->title, sizeof names->title, "%" PRIu64, processors);
        g->columns[number] = (struct sw_column){
            .key = names->key,
            .title = names->title,
            .type = figure->type,
            .at = offsetof(struct sw_scaling_row, cells) + i * sizeof(struct sw_scaling_cell) +
                  figure->at,
            .group = figure->key,
            .heat = figure->heat,
        };
    }
}

void sw_scaling_grid_add_columns(struct sw_scaling_grid *g, const struct sw_column *columns,
                                 size_t n)
{
    for (size_t i = 0; i < n; i++)
        g->columns[g->table.n_columns++] = columns[i];
}

int sw_scaling_grid_make(struct sw_scaling_grid *g, const struct sw_report *report, size_t most,
                         size_t others)
{
    const struct sw_construct_scaling *s = &report->simulation.scaling;
    size_t n = s->n_places < most ? s->n_places : most,
           columns = SW_SCALING_FIGURES * s->n_runs + others;
    size_t size = sizeof(struct sw_scaling_row) + s->n_runs * sizeof(struct sw_scaling_cell);
    *g = (struct sw_scaling_grid){.columns = calloc(columns, sizeof *g->columns),
                                  .names = calloc(columns, sizeof *g->names),
                                  .rows = calloc(n + 1, size),
                                  .pointers = calloc(n + 1, sizeof *g->pointers)};
    if (!g->columns || !g->names || !g->rows || !g->pointers) {
        sw_scaling_grid_release(g);
        return -ENOMEM;
    }
    for (size_t i = 0; i < n; i++) {
        struct sw_scaling_row *row = (struct sw_scaling_row *)((char *)g->rows + i * size);
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

int sw_scaling_has_several(const struct sw_report *report)
{
    return report->simulation.scaling.n_runs > 1 && report->simulation.scaling.n_places;
}

int sw_construct_scaling_text(const struct sw_report *report, const struct sw_page *page)
{
    enum { LINE_AND_CONSTRUCT = 2 };
    const struct sw_column_list *tree = &sw_construct_tree;
    size_t most = report->options->top ? report->options->top : MOST_ROWS;
    struct sw_scaling_grid g;
    if (!sw_scaling_has_several(report))
        return 0;
    int error = sw_scaling_grid_make(&g, report, most, LINE_AND_CONSTRUCT);
    if (error)
        return error;
    sw_scaling_grid_add(&g, report, SW_SCALING_SPEEDUP);
    sw_scaling_grid_add_columns(&g, tree->columns + tree->n - LINE_AND_CONSTRUCT,
                                LINE_AND_CONSTRUCT);
    sw_page_heading(page, "Speedup of regions and loops on N processors");
    error = sw_table_text(&g.table, page->width, page->bold, page->plain, page->out);
    if (!error && g.table.n_rows < report->simulation.scaling.n_places)
        fprintf(page->out, "  and %zu more: 'spanwise report --top=all'\n",
                report->simulation.scaling.n_places - g.table.n_rows);
    sw_scaling_grid_release(&g);
    return error;
}

static void put_run(struct sw_json *json, const struct sw_report *report, size_t place, size_t run)
{
    const struct sw_construct_scaling *s = &report->simulation.scaling;
    const struct sw_construct *c = &sw_construct_runs(s, place)[run];
    sw_json_open(json, NULL, '{');
    sw_json_integer(json, "processors", report->profile->simulations[run].processors);
    sw_json_integer(json, "count", c->count);
    sw_json_integer(json, "work", c->total_work);
    sw_json_integer(json, "time", c->elapsed);
    sw_json_real(json, "speedup", sw_construct_speedup(s, place, run));
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
            put_run(json, report, i, run);
        sw_json_close(json, ']');
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}
