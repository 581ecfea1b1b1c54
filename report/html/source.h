/* The source, with what its lines did in the margin. */
#pragma once

#include "report/html/html.h"
#include "report/html/source_lines.h"
#include "report/write/options.h"

struct sw_html_source {
    const struct sw_html_section *section;
    const char *measures[SW_SOURCE_MEASURES]; /* keys, which are titles too; NULL: no more */
    double totals[SW_SOURCE_MEASURES];        /* of the whole program */
    const char *types
        [SW_SOURCE_MEASURES]; /* "rate": bytes a second, shown as such; NULL: costs, as shares */
    const struct sw_profile *profile;
    const struct sw_report_sources *sources; /* which text is shown; values are always */
};

/* Settles the lines. Nothing where there are none. */
void sw_html_source(struct sw_html *html, const struct sw_html_source *source,
                    struct sw_source_lines *lines);
