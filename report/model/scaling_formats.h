/* The formats of measured speedups, one file each. */
#ifndef SPANWISE_REPORT_MODEL_SCALING_FORMATS_H
#define SPANWISE_REPORT_MODEL_SCALING_FORMATS_H

#include "analysis/compare/scaling.h"
#include "report/write/options.h"
#include "report/write/table.h"

struct sw_scaling_report {
    const struct sw_scaling *scaling;
    const struct sw_report_options *options;
    struct sw_units units;
    struct sw_findings findings;
    const void **points; /* those that have trials */
    size_t n_points;
    FILE *out;
};

/* The points as rows; one description for text and JSON. */
struct sw_table sw_scaling_text_table(const struct sw_scaling_report *report);
struct sw_table sw_scaling_json_table(const struct sw_scaling_report *report);

/* Each returns 0 or -errno. */
int sw_scaling_text(const struct sw_scaling_report *report);
int sw_scaling_csv(const struct sw_scaling_report *report);
int sw_scaling_json(const struct sw_scaling_report *report);
int sw_scaling_gnuplot(const struct sw_scaling_report *report);
int sw_scaling_html(const struct sw_scaling_report *report);

/* Sections of a page, be it that of the profile which the prediction is from: the verdict; curves of the chart that
 * is open; what was measured, as tables. */
struct sw_html;
#define SW_SCALING_HTML_LEAD "Points are real runs, with the range of their trials"
void sw_scaling_html_conclude(struct sw_html *html, const struct sw_scaling_report *report);
void sw_scaling_html_points(struct sw_html *html, const struct sw_scaling_report *report);
void sw_scaling_html_tables(struct sw_html *html, const struct sw_scaling_report *report);

/* How it was measured, as notes of a page. */
struct sw_page;
void sw_scaling_text_measured(const struct sw_scaling_report *report, const struct sw_page *page);

#endif
