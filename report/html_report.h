/* The sections of the page of a profile, by what they are about; html_report.c has their order. */
#ifndef SPANWISE_REPORT_HTML_REPORT_H
#define SPANWISE_REPORT_HTML_REPORT_H

#include "report/formats.h"
#include "report/html.h"

/* The program's name, what was run and when. The strings are in the buffer. */
enum { SW_HTML_SUBTITLE = 512 };
struct sw_html_head sw_html_head_of(const struct sw_profile *profile, const char *unit,
                                    char subtitle[SW_HTML_SUBTITLE]);

/* A fact: the command as it was, whole. */
void sw_html_command(struct sw_html *html, const struct sw_profile *profile);

/* Call sites: "sites", that everything leads to. */
void sw_html_sites(struct sw_html *html, const struct sw_report *report);

#endif
