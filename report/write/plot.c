#include "report/write/plot.h"
#include "analysis/workspan/locks.h"
#include "report/write/words.h"

void sw_plot_begin(const char *title, const char *name, double processors, double speedup,
                   FILE *out)
{
    fprintf(out,
            "if (strstrt(GPVAL_TERMINALS, \"pngcairo\")) {\n"
            "    set terminal pngcairo size 800,600 noenhanced\n"
            "} else {\n"
            "    set terminal png size 800,600 noenhanced\n"
            "}\n"
            "set title \"%s ",
            title);
    /* Inside double quotes gnuplot knows backslash escapes, and commands in backquotes. */
    sw_words_put_but(name, "\"\\`", '?', out);
    fprintf(out,
            "\"\nset xlabel \"Processors\"\nset ylabel \"Speedup\"\nset key below height 1\nset "
            "grid\nset xrange [0:%.6g]\nset yrange [0:%.6g]\n",
            processors, speedup);
}

void sw_plot_bounds(const struct sw_profile *profile, uint64_t last, FILE *out)
{
    fputs("# processors, lower bound (estimate), upper bound\n$bounds << EOD\n", out);
    for (uint64_t p = 1; p <= last; p++) {
        struct sw_speedup s = sw_program_bounds(profile, p);
        fprintf(out, "%" PRIu64 " %.6g %.6g\n", p, s.lower, s.upper);
    }
    fputs("EOD\n", out);
}
