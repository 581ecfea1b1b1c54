/* Measured speedups: a document of their own, or parts of that of the profile which the prediction is from. */
#pragma once

#include "analysis/compare/scaling.h"
#include "report/model/document.h"

struct sw_scaling_report {
    const struct sw_scaling *scaling;
    struct sw_findings findings;
    struct sw_verdict
        verdict; /* of the profile, where that explains what was measured; else it has no processors */
    const void **points; /* those that have trials */
    size_t n_points;
};

void sw_scaling_text(struct sw_document *d, const struct sw_scaling_report *report);
void sw_scaling_csv(struct sw_document *d, const struct sw_scaling_report *report);
void sw_scaling_json(struct sw_document *d, const struct sw_scaling_report *report);
void sw_scaling_gnuplot(struct sw_document *d, const struct sw_scaling_report *report);
void sw_scaling_page(struct sw_document *d, const struct sw_scaling_report *report);

/* What it begins with; curves of the chart that is open; what was measured, as tables; how, as notes. */
#define SW_SCALING_LEAD "Points are real runs, with the range of their trials"
void sw_scaling_begin(struct sw_document *d, const struct sw_scaling_report *report);
/* Those that runs are compared with, where they are simulated. */
void sw_scaling_predicted_curves(struct sw_document *d, const struct sw_scaling_report *report);
void sw_scaling_curves(struct sw_document *d, const struct sw_scaling_report *report);
void sw_scaling_tables(struct sw_document *d, const struct sw_scaling_report *report);
void sw_scaling_measured(struct sw_document *d, const struct sw_scaling_report *report);
