/* Prints rulings: what `spanwise check` ends with. */
#pragma once

#include "analysis/verdict/check.h"
#include "report/write/options.h"

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
