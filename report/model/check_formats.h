/* The formats of rulings, one file each, and the words that they share. */
#pragma once

#include "report/model/check.h"
#include "report/write/words.h"

struct sw_check_report {
    const struct sw_check *check;
    const struct sw_check_options *options;
    struct sw_units units;
    struct sw_findings doubts; /* of the comparison with the baseline */
    FILE *out;
};

enum { SW_RULING_TEXT = SW_PRINTED_SIZE };

/* Into a buffer of that size, which they return. */
char *sw_ruling_name(const struct sw_ruling *ruling, const struct sw_check *check,
                     char *text); /* "parallelism of the whole program" */
char *sw_ruling_words(const struct sw_ruling *ruling, const struct sw_check_report *report,
                      char *text); /* "14.20, below 100 (was 210 in 'baseline.prof')" */

/* What to look at, a line each, worst first: where the baseline's span or work grew, or else what
 * makes up the span. Each begins with `indent`. Nothing where nothing is broken. */
void sw_check_places(const struct sw_check_report *report, const char *indent, FILE *out);

/* Each returns 0 or -errno. */
int sw_check_junit(const struct sw_check_report *report);
int sw_check_github(const struct sw_check_report *report);
