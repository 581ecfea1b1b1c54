/* What the pages of profiles, predictions, trials, comparisons and merges have in common. */
#ifndef SPANWISE_REPORT_HTML_VIEWS_H
#define SPANWISE_REPORT_HTML_VIEWS_H

#include "report/html/html.h"
#include "report/write/page.h"

/* The verdict that the findings come to. The profile is that of their sites, or NULL. */
void sw_html_conclude(struct sw_html *html, const struct sw_profile *profile,
                      const struct sw_findings *findings);

/* What the page of a profile begins with: its verdict and ledger; or, where the verdict knows nothing (or is NULL), what the profile's
 * findings come to. The verdict is borrowed until the page ends. */
void sw_html_judge(struct sw_html *html, const struct sw_verdict *verdict,
                   const struct sw_profile *profile, const struct sw_findings *findings,
                   const struct sw_units *units);

/* In a chart of speedups: those that the verdict's one is of, where they were emulated; and those of its real runs. */
void sw_html_verdict_expected(struct sw_html *html);
void sw_html_verdict_measured(struct sw_html *html);

/* The same of a conclusion that was made with this error; releases it. */
void sw_html_concluded(struct sw_html *html, struct sw_conclusion *conclusion, int error);

/* ... and the findings themselves. */
void sw_html_found(struct sw_html *html, const struct sw_profile *profile,
                   const struct sw_findings *findings);

/* A page whose notes become facts of the section in progress: what text says at its end serves here too. */
struct sw_page sw_html_notes(struct sw_html *html);

/* The bounds that follow from work and span, as two curves of the chart in progress. */
void sw_html_bounds(struct sw_html *html, const struct sw_profile *profile);

#endif
