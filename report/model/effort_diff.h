/* Prints what changed from one sampled run to another: `spanwise diff` of profiles of `spanwise sample`. */
#pragma once

#include "analysis/effort/compare.h"
#include "report/model/diff.h"

/* Returns 0, -ENOMEM, or -EIO where `out` failed. */
int sw_effort_diff_print(const struct sw_effort_diff *diff, const struct sw_diff_options *options,
                         FILE *out);
