/* The sections of the page of a profile, by what they are about; html_report.c has their order. */
#ifndef SPANWISE_REPORT_HTML_REPORT_H
#define SPANWISE_REPORT_HTML_REPORT_H

#include "report/html/html.h"
#include "report/model/formats.h"

/* The program's name, what was run and when. The strings are in the buffer. */
enum { SW_HTML_SUBTITLE = 512 };
struct sw_html_head sw_html_head_of(const struct sw_profile *profile, const char *unit,
                                    char subtitle[SW_HTML_SUBTITLE]);

/* A fact: the command as it was, whole. */
void sw_html_command(struct sw_html *html, const struct sw_profile *profile);

/* A card of a cost, in the report's unit. */
void sw_html_cost(struct sw_html *html, const struct sw_report *report, const char *label,
                  uint64_t cost, const char *note, const char *word);

/* What is said where flame graphs are not by samples, though there are some. */
#define SW_HTML_FEW_SAMPLES                                                                       \
    "The run was too short for samples to tell functions on the critical path apart: frames are " \
    "what was measured exactly. Let it run longer, or raise --rate."

/* The flame graphs. */
void sw_html_paths(struct sw_html *html, const struct sw_profile *profile);

/* What simulated runs say: the whole; then what is lost where. */
void sw_html_simulation(struct sw_html *html, const struct sw_report *report);
void sw_html_losses(struct sw_html *html, const struct sw_report *report);

/* The bars of constructs; the parts are work, and a cause each. */
enum { SW_HTML_CAUSES = 1 + SW_CAUSES };
void sw_html_constructs(struct sw_html *html, const struct sw_report *report,
                        const struct sw_html_part *parts);

/* Regions and loops by the number of processors, where there are several of those. */
void sw_html_construct_scaling(struct sw_html *html, const struct sw_report *report);

/* Whether the profile has a tree that tells something soon, and more than the verdict does; and its curves, in the chart that is
 * open. */
int sw_html_has_predictions(const struct sw_html *html, const struct sw_report *report);
void sw_html_predictions(struct sw_html *html, const struct sw_report *report);

/* Functions by samples, where there are any. */
void sw_html_functions(struct sw_html *html, const struct sw_report *report);

/* Where the work grew since a serial run, where there is one to compare with. */
void sw_html_inflation(struct sw_html *html, const struct sw_report *report);

/* The source, and what its lines did. */
void sw_html_lines(struct sw_html *html, const struct sw_report *report);

/* Call sites: "sites", that everything leads to. */
void sw_html_sites(struct sw_html *html, const struct sw_report *report);

#endif
