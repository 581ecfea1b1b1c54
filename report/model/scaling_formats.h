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

/* A document, or a part of one. */
typedef void sw_scaling_part(struct sw_document *d, const struct sw_scaling_report *report);

sw_scaling_part sw_scaling_text, sw_scaling_csv, sw_scaling_json, sw_scaling_gnuplot,
    sw_scaling_page;

/* What it begins with; curves of the chart that is open, and those that runs are compared with, where they are simulated; what was
 * measured, as tables; how, as notes. */
#define SW_SCALING_LEAD "Points are real runs, with the range of their trials"
sw_scaling_part sw_scaling_begin, sw_scaling_curves, sw_scaling_predicted_curves, sw_scaling_tables,
    sw_scaling_measured;
