/*
 * The options of what is printed for people. A command that has them puts SW_PAGE_LONG_OPTIONS into
 * its table of long options.
 */
#ifndef SPANWISE_TOOL_PAGE_OPTIONS_H
#define SPANWISE_TOOL_PAGE_OPTIONS_H

#include "report/report.h"

/* Far from the numbers that a command gives to options of its own. */
enum { SW_PAGE_TOP = 8192, SW_PAGE_WIDTH, SW_PAGE_COLOR };

#define SW_PAGE_LONG_OPTIONS                               \
    {"top", required_argument, NULL, SW_PAGE_TOP},         \
        {"width", required_argument, NULL, SW_PAGE_WIDTH}, \
    {                                                      \
        "color", required_argument, NULL, SW_PAGE_COLOR    \
    }

/* Takes an option as getopt_long() gives it. 1: taken; 0: not one of these; -1: after a message. */
int sw_page_options_take(struct sw_report_options *options, int option, const char *value);

#endif
