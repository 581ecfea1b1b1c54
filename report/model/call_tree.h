/* `spanwise report --tree`: call paths as indented text. */
#pragma once

#include "report/write/options.h"

/* 0, -ENOMEM, or -EIO where `out` failed. */
int sw_call_tree_print(const struct sw_profile *profile, const struct sw_report_options *options,
                       FILE *out);
