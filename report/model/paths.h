/* Call paths as text. Both return 0, -ENOMEM, or -EIO where `out` failed. */
#pragma once

#include "analysis/flame/focus.h"
#include "report/write/options.h"

/* `spanwise report --focus=NAME`: one function, who calls it, and what it calls. The options name it. */
int sw_focus_print(const struct sw_focus *focus, const struct sw_profile *profile,
                   const struct sw_report_options *options, FILE *out);

/* `spanwise report --tree`: call paths as indented text. */
int sw_call_tree_print(const struct sw_profile *profile, const struct sw_report_options *options,
                       FILE *out);
