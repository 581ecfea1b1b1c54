/* Prints rulings: what `spanwise check` ends with. */
#pragma once

#include "analysis/verdict/check.h"
#include "report/write/options.h"
#include "report/write/words.h"

enum sw_check_format {
    SW_CHECK_TEXT,   /* a line a limit */
    SW_CHECK_JSON,   /* all of it */
    SW_CHECK_JUNIT,  /* XML, a test case a limit */
    SW_CHECK_GITHUB, /* workflow commands: an annotation a broken limit */
};
#define SW_CHECK_FORMAT_NAMES "text, json, junit, github"

struct sw_check_options {
    enum sw_check_format format;
    struct sw_report_options page; /* color, utf8 */
    const char *baseline;          /* its name, or NULL */
    const char *accept;            /* the command that makes it the new baseline, or NULL */
};

/* Returns 0, -ENOMEM, or -EIO where `out` failed. */
int sw_check_print(const struct sw_check *check, const struct sw_check_options *options, FILE *out);

/* The formats of rulings, one file each, and the words that they share. */
struct sw_check_report {
    const struct sw_check *check;
    const struct sw_check_options *options;
    struct sw_document *d; /* its findings are doubts of the comparison with the baseline */
    FILE *out;             /* the document's */
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
