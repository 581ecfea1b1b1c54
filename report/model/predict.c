#include "report/model/predict.h"

#include "analysis/predict/findings.h"
#include "analysis/predict/tree_shares.h"
#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/sites.h"
#include "report/model/predict_formats.h"
#include "report/write/outlet.h"

#include <errno.h>
#include <stdlib.h>

static int (*const formats[])(const struct sw_predict_report *) = {
    [SW_PREDICT_TEXT] = sw_predict_text, [SW_PREDICT_CSV] = sw_predict_csv,
    [SW_PREDICT_JSON] = sw_predict_json, [SW_PREDICT_GNUPLOT] = sw_predict_gnuplot,
    [SW_PREDICT_HTML] = sw_predict_html,
};

static int make_rows(struct sw_predict_report *r)
{
    const struct sw_prediction *p = r->prediction;
    size_t n = p->options.n_processors;
    r->n_rows = p->options.n_plans * n;
    r->rows = calloc(r->n_rows + 1, sizeof *r->rows);
    if (!r->rows)
        return -ENOMEM;
    for (size_t i = 0; i < r->n_rows; i++) {
        const struct sw_predicted *cell = &p->cells[i];
        const struct sw_emulation *e = sw_predicted_emulation(cell);
        struct sw_predict_row *row = &r->rows[i];
        row->cell = cell;
        sw_plan_name(cell->plan, row->plan);
        row->processors = cell->processors;
        row->time = e->time;
        row->speedup = sw_emulation_speedup(e);
        row->plain = sw_emulation_speedup(&cell->emulation);
        row->efficiency = e->work / (e->time * cell->processors);
        for (int k = 0; k < SW_EMULATED_LOSSES; k++)
            row->lost[k] = e->lost[k] / (e->time * cell->processors);
        row->is_best = cell == sw_prediction_best(p, i % n);
    }
    return 0;
}

static int compare_sections(const void *a, const void *b)
{
    const struct sw_predict_section *x = a, *y = b;
    if (x->work != y->work)
        return x->work > y->work ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

static int make_sections(struct sw_predict_report *r)
{
    const struct sw_prediction *p = r->prediction;
    const struct sw_predicted *focus = sw_prediction_focus(p);
    const struct sw_emulation *e = sw_predicted_emulation(focus);
    struct sw_tree_shares shares;
    r->sections = calloc(e->n_sections + 1, sizeof *r->sections);
    if (!r->sections || sw_tree_shares_make(&shares, p->tree))
        return -ENOMEM;
    r->n_sections = e->n_sections;
    for (size_t i = 0; i < e->n_sections; i++) {
        const struct sw_emulated_section *s = &e->sections[i];
        struct sw_predict_section *row = &r->sections[i];
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
        for (int k = 0; k < SW_EMULATED_LOSSES; k++)
            row->lost[k] = s->lost[k] / (e->time * focus->processors);
        row->tasks = share->runs > 0 ? share->all_tasks / share->runs : 0;
        row->task = share->all_tasks > 0 ? share->work / share->all_tasks : 0;
    }
    qsort(r->sections, r->n_sections, sizeof *r->sections, compare_sections);
    sw_tree_shares_release(&shares);
    return 0;
}

const void **sw_predict_best_rows(const struct sw_predict_report *r)
{
    const void **rows = calloc(r->prediction->options.n_processors + 1, sizeof *rows);
    for (size_t i = 0; rows && i < r->n_rows; i++)
        if (r->rows[i].is_best)
            rows[i % r->prediction->options.n_processors] = &r->rows[i];
    return rows;
}

int sw_predict_csv(const struct sw_predict_report *r)
{
    struct sw_table table = sw_predict_table(SW_PREDICT_COLUMNS_CSV, r);
    const void **rows = calloc(r->n_rows + 1, sizeof *rows);
    if (!rows)
        return -ENOMEM;
    for (; table.n_rows < r->n_rows; table.n_rows++)
        rows[table.n_rows] = &r->rows[table.n_rows];
    table.rows = rows;
    sw_table_csv(&table, r->out);
    free(rows);
    return 0;
}

int sw_predict_print(const struct sw_prediction *prediction,
                     const struct sw_predict_report_options *options, FILE *out)
{
    struct sw_outlet outlet;
    int error = sw_outlet_open(
        &outlet, out,
        sw_outlet_for(options->format == SW_PREDICT_TEXT, options->format == SW_PREDICT_CSV),
        &options->page, options->profile->unit);
    if (error)
        return error;
    struct sw_predict_report_options settled = *options;
    settled.page = outlet.page;
    struct sw_predict_report r = {
        .prediction = prediction, .options = &settled, .units = outlet.units, .out = outlet.out};
    error = make_rows(&r);
    if (!error)
        error = make_sections(&r);
    if (!error)
        error = sw_predict_findings(&r.findings, prediction, &r.units);
    if (!error)
        error = formats[options->format](&r);
    error = sw_outlet_close(&outlet, error);
    sw_findings_release(&r.findings);
    free(r.rows);
    free(r.sections);
    return error;
}
