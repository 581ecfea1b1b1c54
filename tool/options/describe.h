/* The descriptions of the commands, and of the options that several of them share. */
#ifndef SPANWISE_TOOL_OPTIONS_DESCRIBE_H
#define SPANWISE_TOOL_OPTIONS_DESCRIBE_H

#include "tool/options/options.h"
#include "tool/options/page_options.h"
#include "tool/options/plan_options.h"
#include "tool/options/run_options.h"

extern const struct sw_command sw_describe_cc, sw_describe_run, sw_describe_sample,
    sw_describe_report, sw_describe_diff, sw_describe_merge, sw_describe_check, sw_describe_bench,
    sw_describe_calibrate, sw_describe_predict, sw_describe_what_if, sw_describe_meters,
    sw_describe_completion;

/* What a profile is called where nobody says (profile_name.h), as users read it. */
#define SW_FILE_DEFAULT "PROGRAM.prof"

/* To be included. */
extern const struct sw_option sw_describe_html[]; /* --html[=FILE] */
extern const struct sw_option sw_describe_page[]; /* --width, --color; --top is worded by each */
extern const struct sw_option sw_describe_measuring[]; /* how a program is run and measured */
extern const struct sw_option sw_describe_plan[];      /* what is emulated; -P is worded by each */

#endif
