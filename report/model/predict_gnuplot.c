/*
 * A gnuplot script with its data: a line for each plan, with the memory model dashed beside it, below linear speedup and
 * the bound. `spanwise predict --format=gnuplot FILE | gnuplot > speedup.png` draws it.
 */
#include "analysis/workspan/sites.h"
#include "report/model/document.h"
#include "report/model/predict_formats.h"
#include "report/write/plot.h"

#include <math.h>

static const char *const colors[] = {"#2060b0", "#c03020", "#208040", "#b07010",
                                     "#703090", "#1090a0", "#606060", "#a02060"};
#define N_COLORS (sizeof colors / sizeof *colors)

static void put_data(FILE *out, const struct sw_predict_report *r, double *most)
{
    const struct sw_prediction *p = r->prediction;
    fputs("# processors, then speedup and speedup with memory of each plan\n$plans << EOD\n", out);
    for (size_t i = 0; i < p->options.n_processors; i++) {
        fprintf(out, "%u", p->options.processors[i]);
        for (size_t k = 0; k < p->options.n_plans; k++) {
            const struct sw_predict_row *row = &r->rows[k * p->options.n_processors + i];
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

static void put_plan(FILE *out, const struct sw_predict_report *r, size_t k)
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

void sw_predict_gnuplot(struct sw_document *d, const struct sw_predict_report *r)
{
    FILE *out = d->out;
    const struct sw_prediction *p = r->prediction;
    unsigned last = p->options.processors[p->options.n_processors - 1];
    double most = 2, bound = sw_prediction_bound(p);
    put_data(out, r, &most);
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
        put_plan(out, r, k);
    fputc('\n', out);
}
