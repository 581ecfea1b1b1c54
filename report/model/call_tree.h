/* `spanwise report --tree`: call paths as indented text. */
#ifndef SPANWISE_REPORT_MODEL_CALL_TREE_H
#define SPANWISE_REPORT_MODEL_CALL_TREE_H

#include "report/write/options.h"

/* 0, -ENOMEM, or -EIO where `out` failed. */
int sw_call_tree_print(const struct sw_profile *profile, const struct sw_report_options *options,
                       FILE *out);

#endif
