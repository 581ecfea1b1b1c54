/* The formats of a prediction, one file each. */
#ifndef SPANWISE_REPORT_MODEL_PREDICT_FORMATS_H
#define SPANWISE_REPORT_MODEL_PREDICT_FORMATS_H

#include "analysis/findings/findings.h"
#include "report/model/predict.h"
#include "report/write/table.h"

/* A plan on a number of processors. */
struct sw_predict_row {
    const struct sw_predicted *cell;
    char plan[SW_PLAN_NAME];
    uint64_t processors;
    double time, speedup, efficiency;
    double plain; /* speedup without the memory model; `speedup` is with it, where there is one */
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
    struct sw_units units;
    struct sw_findings findings;
    struct sw_predict_row *rows; /* plan by plan */
    size_t n_rows;
    struct sw_predict_section *sections; /* the most work first */
    size_t n_sections;
    FILE *out;
};

enum sw_predict_columns {
    SW_PREDICT_COLUMNS_CSV,      /* and JSON: rows */
    SW_PREDICT_COLUMNS_LOST,     /* text: rows, the best plan of each number of processors */
    SW_PREDICT_COLUMNS_SECTIONS, /* text */
    SW_PREDICT_COLUMNS_SECTIONS_JSON,
    SW_PREDICT_COLUMNS_PAGE, /* rows */
    SW_PREDICT_COLUMNS_SECTIONS_PAGE,
};

enum { SW_PREDICT_COLUMNS_MOST = 16 };

/* A table without rows. */
struct sw_table sw_predict_table(enum sw_predict_columns which,
                                 const struct sw_predict_report *report);

/* The best plan's row for each number of processors; to be freed; NULL: no memory. */
const void **sw_predict_best_rows(const struct sw_predict_report *report);

/* Each returns 0 or -errno. */
int sw_predict_text(const struct sw_predict_report *report);
int sw_predict_csv(const struct sw_predict_report *report);
int sw_predict_json(const struct sw_predict_report *report);
int sw_predict_gnuplot(const struct sw_predict_report *report);
int sw_predict_html(const struct sw_predict_report *report);

/* What it rests on, as notes of a page. */
struct sw_page;
void sw_predict_text_basis(const struct sw_predict_report *report, const struct sw_page *page);

#endif
