/* What `spanwise run` found, as it is reported; and the parts of that document, each in a file. */
#pragma once

#include "analysis/effort/inflation.h"
#include "analysis/simulation/construct_scaling.h"
#include "analysis/simulation/simulation.h"
#include "analysis/workspan/functions.h"
#include "report/model/document.h"

/* A construct as a row. */
struct sw_construct_row {
    const struct sw_construct *construct;
    const struct sw_loss *loss;
    const struct sw_outcome *outcome; /* of its run */
    uint32_t number;                  /* among the run's */
    unsigned depth;
    struct sw_serial_place late; /* what was waited for there; a line of 0: not known */
};

struct sw_report_simulation {
    struct sw_outcome *outcomes;         /* as many as the profile has simulations; 0: NULL */
    const struct sw_outcome *chief;      /* of these the one that figures are of */
    struct sw_loss *losses;              /* of the last run's constructs */
    struct sw_construct_row *constructs; /* of the last run, in their own order */
    uint32_t n_constructs;
    struct sw_construct_scaling scaling;
    bool of_threads; /* that the program starts itself: other words than OpenMP's */
};

struct sw_report {
    const struct sw_profile *profile;
    struct sw_findings findings;
    struct sw_verdict verdict;
    const void **sites; /* the rows to print: sorted and cut */
    size_t n_sites;
    struct sw_inflation inflation;          /* where there is a serial profile */
    struct sw_report_simulation simulation; /* where there are simulated runs */
    struct sw_functions functions;          /* by samples */
    const void **function_rows;             /* all of them, sorted; ... */
    size_t n_functions;                     /* ... so many are for people: the first */
};

/* A part of the document. */
typedef void sw_run_part(struct sw_document *d, const struct sw_report *report);

/* By format; NULL: it is an export. */
extern sw_run_part *const sw_run_formats[SW_REPORT_FORMATS];

/* Sites, regions, locks, and the bounds of speedups: run_sites.c. */
sw_run_part sw_run_sites, sw_run_csv_sites, sw_run_regions, sw_run_csv_regions, sw_run_locks,
    sw_run_bounds;

/* Of --memory: what the memory bears, traffic, how it was followed, and what threads share. */
sw_run_part sw_run_roof, sw_run_traffic, sw_run_followed, sw_run_shared;

/* How it was measured: run_measured.c. */
sw_run_part sw_run_measured, sw_run_circumstances;

/* Sampled functions, where there are any, and how they were sampled: sampled.c. 0 or -ENOMEM. */
int sw_run_list_functions(struct sw_report *report, enum sw_report_sort sort);
sw_run_part sw_run_functions, sw_run_samples;

/* Work inflation, where a serial profile was given: inflation.c. Rows: struct sw_site; the context: the inflation. */
sw_run_part sw_run_inflation;
extern const struct sw_column sw_inflation_csv[];
extern const size_t sw_n_inflation_csv;

/* Simulated runs, and the constructs of the last one: simulation.c, constructs.c, construct_scaling.c. */
int sw_report_simulation_make(struct sw_report_simulation *simulation,
                              const struct sw_profile *profile);
void sw_report_simulation_release(struct sw_report_simulation *simulation);
/* What it would be on more processors is not known. */
bool sw_run_is_cut(const struct sw_report *report);
sw_run_part sw_run_runs, sw_run_simulated_chart, sw_run_constructs, sw_run_all_constructs,
    sw_run_construct_scaling;
/* Of a page: what constructs lose; and what is folded away: figures of the whole, of each run, and of all constructs. */
sw_run_part sw_run_losses, sw_run_simulated_details;
void sw_run_construct_bars(struct sw_document *d, const struct sw_report *report,
                           const struct sw_html_part *parts);
/* Of a page and of JSON, their threads over time: lanes.c. */
sw_run_part sw_run_lanes;
/* Rows: struct sw_construct_row; the context: the profile. */
extern const struct sw_column sw_construct_fields[];
extern const size_t sw_n_construct_fields;

/* Whether the profile has a tree that tells something soon, and more than the verdict does; and its curves, in the chart that is
 * open: run_tree.c. */
bool sw_run_has_predictions(const struct sw_document *d, const struct sw_profile *profile);
void sw_run_predictions(struct sw_document *d, const struct sw_profile *profile);

sw_run_part sw_run_gnuplot;
