/*
 * The options of what is printed for people, to be included, bound to a struct sw_report_options. Each command has its
 * own words for --top, which it binds to that struct's.
 */
#ifndef SPANWISE_TOOL_OPTIONS_PAGE_OPTIONS_H
#define SPANWISE_TOOL_OPTIONS_PAGE_OPTIONS_H

#include "report/report.h"
#include "tool/options/options.h"

extern const struct sw_option sw_page_takes[]; /* --width, --color */

#define SW_TAKES_TOP                                                          \
    .least = 1, .most = SW_REPORT_ALL, .word = "all", .means = SW_REPORT_ALL, \
    .wrong = "'--top=%s' is not a positive number or 'all'"

#endif
