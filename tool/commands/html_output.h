/* `--html` of commands that profile a program: the report as a page, beside the profile. */
#ifndef SPANWISE_TOOL_COMMANDS_HTML_OUTPUT_H
#define SPANWISE_TOOL_COMMANDS_HTML_OUTPUT_H

#include "report/report.h"
#include "tool/options/options.h"

#include <stdbool.h>

/* To be included, bound to a const char *: FILE, "" where it was left out. */
extern const struct sw_option sw_html_takes[];

/* With the other options as they are given. False where it cannot be written: messages say so, and that the file of the
 * profile is there to make it from. They are to be the last that is printed. */
bool sw_html_write(const struct sw_profile *profile, const struct sw_report_options *options,
                   const char *path, const char *profile_path);

/* FILE of --html[=FILE], which is "" where it was left out: then PROGRAM-WHAT.html, and says so; lives as long as the process.
 * NULL stays NULL. */
const char *sw_html_name(const char *html, const char *program, const char *what);

/* '--html x.html PROGRAM' means '--html=x.html PROGRAM', and would run x.html. False after a message. */
bool sw_html_is_alone(const char *html, const char *operand);

/* Whether that format can be printed where people read: a page is for a file. False after a message. */
bool sw_html_suits(enum sw_report_format format);

#endif
