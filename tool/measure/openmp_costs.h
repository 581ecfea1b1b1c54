/* What OpenMP's constructs cost on real threads of this machine. */
#ifndef SPANWISE_TOOL_MEASURE_OPENMP_COSTS_H
#define SPANWISE_TOOL_MEASURE_OPENMP_COSTS_H

#include <stdbool.h>

/* Of the runtime that the program needs, measured at the first call, as the program is told them in
 * SPANWISE_OPENMP_COSTS; "" where there is no OpenMP runtime to measure, or it takes too long. Who sets that variable has
 * them not measured. They are times: for another meter there are none but those that are given in its unit. */
const char *sw_openmp_costs(const char *program, bool is_time);

#endif
