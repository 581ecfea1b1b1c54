/*
 * The options of what is printed for people. A command that has them includes sw_describe_page (describe.h), and
 * has its own words for --top.
 */
#ifndef SPANWISE_TOOL_OPTIONS_PAGE_OPTIONS_H
#define SPANWISE_TOOL_OPTIONS_PAGE_OPTIONS_H

#include "report/report.h"

/* Far from the numbers that a command gives to options of its own. */
enum { SW_PAGE_TOP = 8192, SW_PAGE_WIDTH, SW_PAGE_COLOR };

/* Takes an option by its number. 1: taken; 0: not one of these; -1: after a message. */
int sw_page_options_take(struct sw_report_options *options, int option, const char *value);

#endif
