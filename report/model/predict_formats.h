/* What the formats of a prediction show. */
#ifndef SPANWISE_REPORT_MODEL_PREDICT_FORMATS_H
#define SPANWISE_REPORT_MODEL_PREDICT_FORMATS_H

#include "analysis/findings/findings.h"
#include "report/model/predict.h"

/* A plan on a number of processors. */
struct sw_predict_row {
    const struct sw_predicted *cell;
    char plan[SW_PLAN_NAME];
    uint64_t processors;
    double time, speedup, efficiency;
    double plain; /* speedup without the memory model; `speedup` is with it, where there is one */
    double with_memory;              /* NAN: there is none, or it does not reach so far */
    double replayed;                 /* NAN: it was not */
    double lost[SW_EMULATED_LOSSES]; /* shares of the processors' time */
    int is_best;                     /* of those on as many processors */
};

/* A section, by site, of the best plan on the number of processors that details are for. */
struct sw_predict_section {
    char name[512], file[512], where[512];
    uint32_t line;
    bool is_unnamed; /* the name says only that it is a section */
    uint64_t count;
    double work, time, share, speedup; /* share: of the work */
    double lost[SW_EMULATED_LOSSES];   /* shares of all of the processors' time */
    double tasks, task;                /* how many tasks a run has, those in tasks too, and its
                                          work for each */
};

struct sw_predict_report {
    const struct sw_prediction *prediction;
    const struct sw_predict_report_options *options;
    struct sw_findings findings;
    struct sw_predict_row *rows; /* plan by plan */
    size_t n_rows;
    struct sw_predict_section *sections; /* the most work first */
    size_t n_sections;
};

struct sw_document;
void sw_predict_gnuplot(struct sw_document *d, const struct sw_predict_report *report);

#endif
