/*
 * Prints a profile. The same call serves `spanwise report` and the end of `spanwise run`.
 */
#pragma once

#include "report/write/options.h"

/* NULL options: the defaults. Returns 0, -ENOMEM, or -EIO where `out` failed. */
int sw_report_print(const struct sw_profile *profile, const struct sw_report_options *options,
                    FILE *out);

/* Whether the format is of samples: it needs a profile that has some. */
int sw_report_format_samples(enum sw_report_format format);

/* Whether the format is for another program's viewer: export.h. */
int sw_report_format_exports(enum sw_report_format format);

/* Whether the format is one that a profile of `spanwise sample` has. */
int sw_report_format_effort(enum sw_report_format format);

/* Whether the format has something to say of a serial profile. */
int sw_report_format_compares(enum sw_report_format format);
