/* What a critical section costs beside what is in it. */
#ifndef SPANWISE_HELPERS_CALIBRATE_OPENMP_LOCKS_H
#define SPANWISE_HELPERS_CALIBRATE_OPENMP_LOCKS_H

#include "helpers/calibrate/openmp_team.h"

/* By the names of struct sw_omp_costs (live/openmp.h); 0: not known. */
struct sw_lock_costs {
    struct sw_figure lock, hand_over;
    bool hands_over;
    double moved, hand_over_back, section, hand_over_empty;
};

void sw_lock_costs_measure(struct sw_lock_costs *costs, unsigned processors, bool libomp);

#endif
