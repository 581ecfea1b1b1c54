/*
 * A gnuplot script with its data: linear speedup, the span bound, and the lower bound, as in
 * Cilkview's Figure 2. `spanwise report --format=gnuplot | gnuplot > speedup.png` draws it.
 */
#include "analysis/workspan/bounds.h"
#include "report/model/run.h"
#include "report/write/plot.h"

enum { LEAST_PROCESSORS = 8, MOST_PROCESSORS = 128 };

/* The next power of two beyond three times the parallelism: the curves have bent by then. */
static uint64_t last_processor(double parallelism)
{
    uint64_t last = LEAST_PROCESSORS;
    while (last < MOST_PROCESSORS && (double)last < 3 * parallelism)
        last *= 2;
    return last;
}

/* Simulated runs: the predicted speedup, what the span of each allows, and what is lost. */
static void plot_runs(struct sw_document *d, const struct sw_report *report)
{
    size_t n = report->profile->n_simulations;
    const struct sw_outcome *o = report->simulation.outcomes;
    FILE *out = d->out;
    double most = 2;
    uint64_t last = o[n - 1].simulation->processors;
    fputs("# processors, predicted speedup, parallelism, efficiency\n$runs << EOD\n", out);
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, 1.3 * o[i].speedup);
        fprintf(out, "%" PRIu64 " %.6g %.6g %.6g\n", o[i].simulation->processors, o[i].speedup,
                o[i].parallelism, o[i].efficiency);
    }
    fputs("EOD\n", out);
    sw_plot_begin("Predicted speedup of", sw_base_name(sw_string(report->profile->program)),
                  last > 1 ? (double)last : 2, most, out);
    fprintf(out,
            "plot x with lines linewidth 2 linecolor rgb \"#888888\" title \"linear speedup\", \\\n"
            "     $runs using 1:3 with linespoints pointtype 6 dashtype 2 linecolor rgb "
            "\"#c03020\" \\\n"
            "         title \"parallelism (span bound)\", \\\n"
            "     $runs using 1:2 with linespoints linewidth 2 pointtype 7 linecolor rgb "
            "\"#2060b0\" \\\n"
            "         title \"predicted speedup (simulated)\"\n");
}

void sw_run_gnuplot(struct sw_document *d, const struct sw_report *report)
{
    if (report->profile->n_simulations) {
        plot_runs(d, report);
        return;
    }
    const struct sw_figures *whole = &report->profile->whole;
    double parallelism = sw_parallelism(whole->work, whole->span);
    if (!(parallelism > 0)) /* nothing measured, also not a number: an empty frame */
        parallelism = 1;
    uint64_t last = last_processor(parallelism);
    double most = fmin((double)last, 1.3 * parallelism);
    sw_plot_bounds(report->profile, last, d->out);
    sw_plot_begin("Speedup bounds of", sw_base_name(sw_string(report->profile->program)),
                  (double)last, fmax(most, 2), d->out);
    fprintf(d->out,
            "plot $bounds using 1:2:3 with filledcurves fillstyle solid 0.1 noborder linecolor rgb "
            "\"#2060b0\" notitle, \\\n"
            "     x with lines linewidth 2 linecolor rgb \"#888888\" title \"linear speedup\", \\\n"
            "     %.6g with lines linewidth 2 dashtype 2 linecolor rgb \"#c03020\" \\\n"
            "         title \"parallelism (span bound): %.2f\", \\\n"
            "     $bounds using 1:3 with linespoints pointtype 6 pointsize 0.6 linecolor rgb "
            "\"#2060b0\" \\\n"
            "         title \"upper bound\", \\\n"
            "     $bounds using 1:2 with linespoints pointtype 7 pointsize 0.6 linecolor rgb "
            "\"#208040\" \\\n"
            "         title \"lower bound (estimate, burdened span)\"\n",
            parallelism, parallelism);
}
