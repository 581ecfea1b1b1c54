/* `spanwise report --focus=NAME`: one function, who calls it, and what it calls. */
#pragma once

#include "analysis/flame/focus.h"
#include "report/write/options.h"

/* The options name it. 0, -ENOMEM, or -EIO where `out` failed. */
int sw_focus_print(const struct sw_focus *focus, const struct sw_profile *profile,
                   const struct sw_report_options *options, FILE *out);
