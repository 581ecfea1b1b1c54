/* Regions and loops by the number of processors, as a table: a row a place, and for each figure a column a number. */
#ifndef SPANWISE_REPORT_MODEL_CONSTRUCT_SCALING_H
#define SPANWISE_REPORT_MODEL_CONSTRUCT_SCALING_H

#include "report/model/formats.h"
#include "report/model/simulation.h"

struct sw_scaling_cell {
    double speedup, imbalance;
    uint64_t time;
};

/* The first member is what the columns of constructs take. */
struct sw_scaling_row {
    struct sw_construct_row row;
    struct sw_scaling_cell cells[];
};

struct sw_scaling_names;

struct sw_scaling_grid {
    struct sw_table table;
    struct sw_column *columns;
    struct sw_scaling_names *names;
    void *rows;
    const void **pointers;
};

enum sw_scaling_figure {
    SW_SCALING_SPEEDUP,
    SW_SCALING_TIME,
    SW_SCALING_IMBALANCE,
    SW_SCALING_FIGURES
};

/* With one number there is nothing to compare. */
int sw_scaling_has_several(const struct sw_report *report);

/* The rows of the heaviest `most` places; columns are to be added, `others` besides those of all figures. 0 or
 * -ENOMEM. */
int sw_scaling_grid_make(struct sw_scaling_grid *g, const struct sw_report *report, size_t most,
                         size_t others);
void sw_scaling_grid_release(struct sw_scaling_grid *g);

/* A column for each number of processors; and others. */
void sw_scaling_grid_add(struct sw_scaling_grid *g, const struct sw_report *report,
                         enum sw_scaling_figure figure);
void sw_scaling_grid_add_columns(struct sw_scaling_grid *g, const struct sw_column *columns,
                                 size_t n);

#endif
