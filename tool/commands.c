/* All commands, in the order in which they are listed. */
#include "tool/options/describe.h"

const struct sw_command *const sw_commands[] = {
    &sw_describe_why,       &sw_describe_cc,         &sw_describe_run,
    &sw_describe_sample,    &sw_describe_report,     &sw_describe_diff,
    &sw_describe_merge,     &sw_describe_check,      &sw_describe_bench,
    &sw_describe_calibrate, &sw_describe_predict,    &sw_describe_what_if,
    &sw_describe_meters,    &sw_describe_completion, NULL,
};
