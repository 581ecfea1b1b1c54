/*
 * What a spawn costs on this machine with this tool's own scheduler, without the profiler: said of profiles
 * whose strands are so short that it matters, as their work does not hold it. Programs without the scheduler (clang's)
 * pay nothing.
 */
#ifndef SPANWISE_TOOL_MEASURE_SPAWN_COST_H
#define SPANWISE_TOOL_MEASURE_SPAWN_COST_H

#include "profile/profile.h"
#include "tool/measure/helper.h"

extern const struct sw_helper sw_spawn_cost_helper; /* prints "spawn_ns = 4.2 spread 0.3" */

/* Measures it, in a few hundredths of a second, if it matters to the profile; else does nothing. */
void sw_spawn_cost_note(struct sw_profile *profile);

/* What a steal costs on this machine, by its description, which is made if there is none. */
void sw_steal_cost_note(struct sw_profile *profile);

#endif
