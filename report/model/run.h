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

/* Sites, regions, locks, and the bounds of speedups: run_sites.c. */
void sw_run_sites(struct sw_document *d, const struct sw_report *report);
void sw_run_csv_sites(struct sw_document *d, const struct sw_report *report);
void sw_run_regions(struct sw_document *d, const struct sw_report *report);
void sw_run_csv_regions(struct sw_document *d, const struct sw_report *report);
void sw_run_locks(struct sw_document *d, const struct sw_report *report);
void sw_run_roof(struct sw_document *document, const struct sw_report *report);
void sw_run_traffic(struct sw_document *d, const struct sw_report *report);  /* of --memory */
void sw_run_followed(struct sw_document *d, const struct sw_report *report); /* ... how it was */
void sw_run_shared(struct sw_document *d, const struct sw_report *report);
void sw_run_bounds(struct sw_document *d, const struct sw_report *report);

/* How it was measured: run_measured.c. */
void sw_run_measured(struct sw_document *d, const struct sw_report *report);
void sw_run_circumstances(struct sw_document *d, const struct sw_report *report);

/* Sampled functions, where there are any: sampled.c. 0 or -ENOMEM. */
int sw_run_list_functions(struct sw_report *report, enum sw_report_sort sort);
void sw_run_functions(struct sw_document *d, const struct sw_report *report);
void sw_run_samples(struct sw_document *d,
                    const struct sw_report *report); /* how they were taken */

/* Work inflation, where a serial profile was given: inflation.c. */
void sw_run_inflation(struct sw_document *d, const struct sw_report *report);
extern const struct sw_column
    sw_inflation_csv[]; /* rows: struct sw_site; the context: the inflation */
extern const size_t sw_n_inflation_csv;

/* Simulated runs, and the constructs of the last one: simulation.c, constructs.c, construct_scaling.c. */
int sw_report_simulation_make(struct sw_report_simulation *simulation,
                              const struct sw_profile *profile);
void sw_report_simulation_release(struct sw_report_simulation *simulation);
bool sw_run_is_cut(
    const struct sw_report *report); /* what it would be on more processors is not known */
void sw_run_runs(struct sw_document *d, const struct sw_report *report);
void sw_run_simulated_chart(struct sw_document *d, const struct sw_report *report);
/* Of a page: what constructs lose; and what is folded away: figures of the whole, of each run, and of all constructs. */
void sw_run_losses(struct sw_document *d, const struct sw_report *report);
void sw_run_simulated_details(struct sw_document *d, const struct sw_report *report);
void sw_run_constructs(struct sw_document *d, const struct sw_report *report);
void sw_run_all_constructs(struct sw_document *d, const struct sw_report *report);
void sw_run_construct_bars(struct sw_document *d, const struct sw_report *report,
                           const struct sw_html_part *parts);
/* Of a page and of JSON, their threads over time: lanes.c. */
void sw_run_lanes(struct sw_document *d, const struct sw_report *report);
void sw_run_construct_scaling(struct sw_document *d, const struct sw_report *report);
extern const struct sw_column
    sw_construct_fields[]; /* rows: struct sw_construct_row; the context: the profile */
extern const size_t sw_n_construct_fields;

/* Whether the profile has a tree that tells something soon, and more than the verdict does; and its curves, in the chart that is
 * open: tree.c. */
bool sw_run_has_predictions(const struct sw_document *d, const struct sw_profile *profile);
void sw_run_predictions(struct sw_document *d, const struct sw_profile *profile);

/* By format; NULL: it is an export. */
extern void (*const sw_run_formats[SW_REPORT_FORMATS])(struct sw_document *d,
                                                       const struct sw_report *report);

void sw_run_gnuplot(struct sw_document *d, const struct sw_report *report);
