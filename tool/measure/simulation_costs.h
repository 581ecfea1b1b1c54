/* What a front end's operations cost on real threads of this machine. */
#ifndef SPANWISE_TOOL_MEASURE_SIMULATION_COSTS_H
#define SPANWISE_TOOL_MEASURE_SIMULATION_COSTS_H

#include "tool/front_ends/front_end.h"

/* As the program is told them in the variable `costs_in`, measured at the first call: of OpenMP, those of the runtime that the program
 * needs; "" where there is nothing to measure, or it takes too long. Who sets that variable has them not measured. They are times: for
 * another meter there are none but those that are given in its unit. */
const char *sw_simulation_costs(const struct sw_front_end *front_end, const char *program,
                                bool is_time);

#endif
