/* Prints a prediction: what `spanwise predict` ends with. */
#pragma once

#include "analysis/predict/predict.h"
#include "report/write/options.h"

enum sw_predict_format {
    SW_PREDICT_TEXT,
    SW_PREDICT_CSV, /* a row for each plan and number of processors */
    SW_PREDICT_JSON,
    SW_PREDICT_GNUPLOT, /* a script that draws the speedups, as a PNG */
    SW_PREDICT_HTML,
};
#define SW_PREDICT_FORMAT_NAMES "text, csv, json, gnuplot, html"

struct sw_predict_report_options {
    enum sw_predict_format format;
    struct sw_report_options page;    /* top, width, color, utf8 */
    const struct sw_profile *profile; /* that the tree is from */
    const char *overheads;            /* where they are from, in words */
    const char *memory;               /* the same of the memory model; NULL: there is none */
    const char *synthesis;            /* and of a synthesis; NULL: there was none */
};

/* Returns 0, -ENOMEM, or -EIO where `out` failed. */
int sw_predict_print(const struct sw_prediction *prediction,
                     const struct sw_predict_report_options *options, FILE *out);
