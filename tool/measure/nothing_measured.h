/* Why nothing was measured: only what is known, and what may be where nothing is. */
#ifndef SPANWISE_TOOL_MEASURE_NOTHING_MEASURED_H
#define SPANWISE_TOOL_MEASURE_NOTHING_MEASURED_H

#include "tool/measure/profiling.h"

/* After the program's end, with its status as waitpid gives it. */
void sw_nothing_measured_say(const struct sw_profiling *profiling, int status);

#endif
