/*
 * A gnuplot script with its data: the measured speedups with their spread, over linear speedup and
 * the predicted range, as in Cilkview's Figure 10. It draws a PNG on standard output.
 */
#include "analysis/workspan/locks.h"
#include "report/model/scaling_formats.h"
#include "report/write/plot.h"

enum { LEAST_PROCESSORS = 4, MOST_TICS = 20 };

static int predicted(const struct sw_scaling *s)
{
    return s->profile && !sw_scaling_is_simulated(s) && s->n_points && isfinite(s->points[0].upper);
}

/* Speedups with their spread; ratios of times where workers had to take turns. */
static size_t put_points(FILE *out, const struct sw_scaling_report *report, const char *name,
                         int crowded)
{
    size_t n = 0;
    const struct sw_point *base = &report->scaling->points[0];
    fprintf(out, "$%s << EOD\n", name);
    for (size_t i = 0; i < report->n_points; i++) {
        const struct sw_point *p = report->points[i];
        double one = (double)base->median_ns;
        if ((p->verdict == SW_AGREEMENT_CROWDED) != crowded || !base->n_trials)
            continue;
        if (crowded)
            fprintf(out, "%" PRIu64 " %.6g %.6g %.6g\n", p->workers, one / (double)p->median_ns,
                    one / (double)p->most_ns, one / (double)p->least_ns);
        else
            fprintf(out, "%" PRIu64 " %.6g %.6g %.6g\n", p->workers, p->speedup, p->least_speedup,
                    p->most_speedup);
        n++;
    }
    fputs("EOD\n", out);
    return n;
}

static uint64_t last_processor(const struct sw_scaling_report *report)
{
    const struct sw_point *last = report->points[report->n_points - 1];
    return last->workers < LEAST_PROCESSORS ? LEAST_PROCESSORS : last->workers;
}

static double highest(const struct sw_scaling_report *report, uint64_t last)
{
    double most =
        predicted(report->scaling) ? sw_program_bounds(report->scaling->profile, last).upper : 0;
    for (size_t i = 0; i < report->n_points; i++)
        most = fmax(most, ((const struct sw_point *)report->points[i])->most_speedup);
    return fmax(most, 1);
}

/* Further up than the picture reaches, the span bound would be a title without a line. */
static void put_range(FILE *out, const struct sw_scaling_report *report, double top)
{
    const struct sw_figures *whole = &report->scaling->profile->whole;
    double parallelism = sw_parallelism(whole->work, whole->span);
    fputs("     $bounds using 1:2:3 with filledcurves fillstyle solid 0.1 noborder linecolor rgb "
          "\"#2060b0\" notitle, \\\n",
          out);
    if (parallelism < top)
        fprintf(out,
                "     %.6g with lines linewidth 2 dashtype 2 linecolor rgb \"#c03020\" \\\n"
                "         title \"parallelism (span bound): %.2f\", \\\n",
                parallelism, parallelism);
    fputs("     $bounds using 1:3 with lines linecolor rgb \"#2060b0\" title \"upper bound\", \\\n"
          "     $bounds using 1:2 with lines linecolor rgb \"#208040\" \\\n"
          "         title \"lower bound (estimate, burdened span)\", \\\n",
          out);
}

void sw_scaling_gnuplot(struct sw_document *d, const struct sw_scaling_report *report)
{
    FILE *out = d->out;
    uint64_t last = last_processor(report);
    double top = 1.15 * highest(report, last);
    if (predicted(report->scaling))
        sw_plot_bounds(report->scaling->profile, last, out);
    fputs("# workers, speedup, least, most\n", out);
    size_t n_measured = put_points(out, report, "measured", 0);
    size_t n_crowded = put_points(out, report, "crowded", 1);
    sw_plot_begin("Measured speedup of", sw_base_name(report->scaling->argv[0]),
                  (double)last * 1.05, top, out);
    if (last <= MOST_TICS)
        fputs("set xtics 1\n", out);
    fputs("plot x with lines linewidth 2 linecolor rgb \"#888888\" title \"linear speedup\", \\\n",
          out);
    if (predicted(report->scaling))
        put_range(out, report, top);
    if (n_crowded)
        fputs("     $crowded using 1:2:3:4 with yerrorbars pointtype 4 pointsize 1 linecolor rgb "
              "\"#888888\" \\\n"
              "         title \"more workers than processors\", \\\n",
              out);
    if (n_measured)
        fputs("     $measured using 1:2:3:4 with yerrorbars pointtype 7 pointsize 1.2 linewidth 2 "
              "linecolor rgb \"#000000\" \\\n"
              "         title \"measured (median, spread)\", \\\n",
              out);
    fputs("     NaN notitle\n", out);
}
