/* What tasks cost. */
#ifndef SPANWISE_HELPERS_CALIBRATE_OPENMP_TASKS_H
#define SPANWISE_HELPERS_CALIBRATE_OPENMP_TASKS_H

#include "helpers/calibrate/openmp_team.h"

/* By the names of struct sw_omp_costs (live/openmp.h); 0: not known, or nothing. */
struct sw_task_costs {
    struct sw_figure task;
    double make, at_once, wait, again, taken, part;
    double queue_moved, queue_busy, queue_wake;
};

/* By one thread; and what is else of a team of two. */
void sw_task_costs_measure_alone(struct sw_task_costs *costs);
void sw_task_costs_measure(struct sw_task_costs *costs, bool libomp);

#endif
