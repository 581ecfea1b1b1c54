/* Prints measured speedups: what `spanwise bench` ends with. */
#pragma once

#include "analysis/compare/scaling.h"
#include "report/write/options.h"

enum sw_scaling_format {
    SW_SCALING_TEXT,
    SW_SCALING_CSV, /* as Cilkscale's benchmark script writes it */
    SW_SCALING_JSON,
    SW_SCALING_GNUPLOT, /* a script that draws the points over the bounds, as a PNG */
    SW_SCALING_HTML,
};

/* After sw_scaling_judge(). Returns 0, -ENOMEM, or -EIO where `out` failed. */
int sw_scaling_print(const struct sw_scaling *scaling, enum sw_scaling_format format,
                     const struct sw_report_options *options, FILE *out);
