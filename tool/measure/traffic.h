/* --memory: the program once more, silently, under the own translator, which follows its accesses (live/memory.h). */
#ifndef SPANWISE_TOOL_MEASURE_TRAFFIC_H
#define SPANWISE_TOOL_MEASURE_TRAFFIC_H

#include "tool/measure/profiled.h"

/* The first profile has the traffic then, or a warning of why it has none. `argv`: with the number of threads in it. `end`: of the run that the user has seen. `until_ns`: by
 * sw_clock_ns(), when the answer is due; 0: it may take as long as it takes. */
void sw_traffic_run(struct sw_profiling *profiling, char *const *argv,
                    const struct sw_live_options *options, const struct sw_child_end *end,
                    uint64_t until_ns);

#endif
