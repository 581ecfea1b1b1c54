/* `--html=FILE` of commands that profile a program: the report as a page, beside the profile. */
#ifndef SPANWISE_TOOL_HTML_OUTPUT_H
#define SPANWISE_TOOL_HTML_OUTPUT_H

#include "report/report.h"

#include <stdbool.h>

/* With the other options as they are given. Where FILE cannot be written, messages say so, and that the file of the
 * profile is there to make it from: they are to be the last that is printed. */
void sw_html_write(const struct sw_profile *profile, const struct sw_report_options *options,
                   const char *path, const char *profile_path);

/* Whether that format can be printed where people read: a page is for a file. False after a message. */
bool sw_html_suits(enum sw_report_format format);

#endif
