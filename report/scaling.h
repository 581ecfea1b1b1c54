/* Prints measured speedups: what `spanwise bench` ends with. */
#pragma once

#include "analysis/compare/scaling.h"
#include "report/write/options.h"

/* After sw_scaling_judge(); CSV as Cilkscale's benchmark script writes it. Returns 0, -ENOMEM, or -EIO where `out` failed. */
int sw_scaling_print(const struct sw_scaling *scaling, enum sw_as as,
                     const struct sw_report_options *options, FILE *out);
