/* The descriptions of the commands. */
#ifndef SPANWISE_TOOL_OPTIONS_DESCRIBE_H
#define SPANWISE_TOOL_OPTIONS_DESCRIBE_H

#include "tool/options/options.h"

extern const struct sw_command sw_describe_why, sw_describe_cc, sw_describe_run, sw_describe_sample,
    sw_describe_report, sw_describe_diff, sw_describe_merge, sw_describe_check, sw_describe_bench,
    sw_describe_calibrate, sw_describe_predict, sw_describe_what_if, sw_describe_meters,
    sw_describe_completion;

/* What a profile is called where nobody says (profile_name.h), as users read it. */
#define SW_FILE_DEFAULT "PROGRAM.prof"

/* Their options, each with the settings that they fill: in COMMAND.c, or COMMAND_options.c. */
extern const struct sw_option sw_why_takes[], sw_run_takes[], sw_sample_takes[], sw_report_takes[],
    sw_diff_takes[], sw_merge_takes[], sw_check_takes[], sw_bench_takes[], sw_calibrate_takes[],
    sw_predict_takes[], sw_what_if_takes[], sw_meters_takes[];

#endif
