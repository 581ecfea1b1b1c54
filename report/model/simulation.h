/*
 * What a report says of simulated runs (OpenMP): tables by the number of processors, and the tree of
 * constructs of the last run. Sections of the text, members of the JSON, a CSV.
 */
#ifndef SPANWISE_REPORT_MODEL_SIMULATION_H
#define SPANWISE_REPORT_MODEL_SIMULATION_H

#include "analysis/openmp/construct_scaling.h"
#include "analysis/openmp/simulation.h"
#include "report/write/json.h"
#include "report/write/page.h"

struct sw_report;

/* A construct as a row. */
struct sw_construct_row {
    const struct sw_construct *construct;
    const struct sw_loss *loss;
    const struct sw_outcome *outcome; /* of its run */
    uint32_t number;                  /* among the run's */
    unsigned depth;
};

struct sw_report_simulation {
    struct sw_outcome *outcomes;         /* as many as the profile has simulations; 0: NULL */
    struct sw_loss *losses;              /* of the last run's constructs */
    struct sw_construct_row *constructs; /* of the last run, in their own order */
    uint32_t n_constructs;
    struct sw_construct_scaling scaling;
};

enum sw_simulation_columns {
    SW_SIMULATION_RUNS,       /* text, CSV; rows: struct sw_outcome */
    SW_SIMULATION_LOST,       /* text */
    SW_SIMULATION_JSON,       /* of the runs */
    SW_SIMULATION_TREE,       /* text; rows: struct sw_construct_row */
    SW_SIMULATION_CHUNKS,     /* text */
    SW_SIMULATION_CONSTRUCTS, /* JSON, CSV */
    SW_SIMULATION_PAGE,       /* HTML; rows: struct sw_construct_row */
};

/* Of constructs: construct_columns.c. */
extern const struct sw_column_list sw_construct_tree, sw_construct_chunks, sw_construct_all,
    sw_construct_page;

/* A table without rows; its context is the profile. */
struct sw_table sw_simulation_table(enum sw_simulation_columns which,
                                    const struct sw_report *report);

/* 0 or -ENOMEM. Nothing where the profile has no simulations. */
int sw_report_simulation_make(struct sw_report_simulation *simulation,
                              const struct sw_profile *profile);
void sw_report_simulation_release(struct sw_report_simulation *simulation);

/* Those of the last run in the order of their tree, the heaviest `most` of them; all, where that is SW_REPORT_ALL. Those in one
 * another are as they began, or the heaviest first. The list is to be freed. 0 or -ENOMEM. */
int sw_construct_list(const struct sw_report_simulation *simulation, size_t most,
                      int heaviest_first, const void ***list, size_t *n);

/* Sections of the text: what was run, and the tables by processors; then the constructs. */
int sw_simulation_text_runs(const struct sw_report *report, const struct sw_page *page);
int sw_simulation_text_constructs(const struct sw_report *report, const struct sw_page *page);

/* Regions and loops by the number of processors: a section where there are several of those. */
int sw_construct_scaling_text(const struct sw_report *report, const struct sw_page *page);
void sw_construct_scaling_json(struct sw_json *json, const struct sw_report *report);

/* The members "runs", "constructs" and "constructs_by_processors". */
void sw_simulation_json(struct sw_json *json, const struct sw_report *report);

#endif
