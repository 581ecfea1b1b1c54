/* Where the costs of constructs come from. */
#ifndef SPANWISE_AGENT_OPENMP_SIMULATOR_COSTS_H
#define SPANWISE_AGENT_OPENMP_SIMULATOR_COSTS_H

#include "live/openmp.h"

struct sw_live;

/* As `spanwise run` has measured them and says in SPANWISE_OPENMP_COSTS. `is_time`: of the simulation, not instructions. */
void sw_omp_costs_read(struct sw_omp_costs *costs, const struct sw_live *live, bool is_time);

#endif
