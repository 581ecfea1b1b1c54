/* What the gnuplot scripts share. */
#pragma once

#include "profile/profile.h"

/* A PNG on standard output of speedups by processors, up to these; the title is "TITLE NAME". */
void sw_plot_begin(const char *title, const char *name, double processors, double speedup,
                   FILE *out);

/* The data block $bounds: processors from 1 to `last`, lower bound, upper bound. */
void sw_plot_bounds(const struct sw_profile *profile, uint64_t last, FILE *out);
