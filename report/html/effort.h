/* The tables of the page of a profile of `spanwise sample`. */
#ifndef SPANWISE_REPORT_HTML_EFFORT_H
#define SPANWISE_REPORT_HTML_EFFORT_H

#include "report/html/html.h"
#include "report/model/effort.h"

/* The flame graphs. */
void sw_html_effort_paths(struct sw_html *html, const struct sw_effort_report *report);

/* Functions, lines and locks. */
void sw_html_effort_tables(struct sw_html *html, const struct sw_effort_report *report);

/* The source, and what its lines did. */
void sw_html_effort_lines(struct sw_html *html, const struct sw_effort_report *report);

#endif
