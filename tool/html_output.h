/* `--html=FILE` of commands that profile a program: the report as a page, beside the profile. */
#ifndef SPANWISE_TOOL_HTML_OUTPUT_H
#define SPANWISE_TOOL_HTML_OUTPUT_H

#include "report/report.h"

#include <stdbool.h>

/* With the other options as they are given. False, after a message, where FILE cannot be written. */
bool sw_html_write(const struct sw_profile *profile, const struct sw_report_options *options,
                   const char *path);

/* Whether that format can be printed where people read: a page is for a file. False after a message. */
bool sw_html_suits(enum sw_report_format format);

#endif
