/* Which source files go into a page: --sources=, and what to do without it. */
#ifndef SPANWISE_TOOL_COMMANDS_PAGE_SOURCES_H
#define SPANWISE_TOOL_COMMANDS_PAGE_SOURCES_H

#include "report/report.h"

#include <stdbool.h>

/* Takes the value of --sources=: optarg. False after a message. */
bool sw_page_sources_take(struct sw_report_sources *sources);

/* Where it was not given. `path` is where the profile was read from; NULL: it was measured just now, so that the program itself has
 * named the files. */
void sw_page_sources_settle(struct sw_report_sources *sources, const struct sw_profile *profile,
                            const char *path);

#endif
