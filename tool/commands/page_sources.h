/* Which source files go into a page: --sources=, and what to do without it. */
#ifndef SPANWISE_TOOL_COMMANDS_PAGE_SOURCES_H
#define SPANWISE_TOOL_COMMANDS_PAGE_SOURCES_H

#include "report/report.h"
#include "tool/options/options.h"

#include <stdbool.h>

/* To be included, bound to a struct sw_report_sources. */
extern const struct sw_option sw_sources_takes[];

/* Where it was not given. `path` is where the profile was read from; NULL: it was measured just now, so that the program itself has
 * named the files. */
void sw_page_sources_settle(struct sw_report_sources *sources, const struct sw_profile *profile,
                            const char *path);

#endif
