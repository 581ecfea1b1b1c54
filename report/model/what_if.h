/* Prints what changes come to, and which are worth most: what `spanwise what-if` does. */
#pragma once

#include "analysis/verdict/consequence.h"
#include "analysis/verdict/ranking.h"
#include "report/write/options.h"

#define SW_WHAT_IF_FORMAT_NAMES "text, csv, json" /* as enum sw_as */

struct sw_what_if_options {
    enum sw_as format;
    struct sw_report_options page; /* top, width, color, utf8 */
    const struct sw_profile *profile;
    const struct sw_program_tree *tree;
    const char *plan, *overheads; /* in words */
    char *const *changes;         /* as they were given, n_changes of them */
    size_t n_changes;
};

/* Both return 0, -ENOMEM, or -EIO where `out` failed. */
int sw_consequence_print(const struct sw_consequence *consequence,
                         const struct sw_what_if_options *options, FILE *out);
int sw_ranking_print(const struct sw_ranking *rank, const struct sw_what_if_options *options,
                     FILE *out);
