/* --memory: the program once more, silently, under the own translator, which follows its accesses (live/memory.h). */
#pragma once

#include "tool/measure/profiling.h"

/* The run before it is sampled: a loop's native time is known by that, if it is timed. */
void sw_traffic_prepare(struct sw_live_options *options);

/*
 * The first profile has the traffic then, or a warning of why it has none. `argv`: as the user wrote it. `end`: of the run that
 * the user has seen. `memory`: as in struct sw_live_options. `limit_ns`: what it may take; then it is ended, and a part of it is all there
 * is. 0: a multiple of that end.
 */
struct sw_traffic_request {
    char *const *argv;
    const struct sw_live_options *options;
    const struct sw_child_end *end;
    uint64_t memory, limit_ns;
    /* What a program takes of which windows are followed (agent/translate/windows.h), as many as there is time for; 0: all is. */
    uint64_t native_ns;
};
void sw_traffic_run(struct sw_profiling *profiling, const struct sw_traffic_request *request);

/* What that takes for a program that takes so long, about. */
uint64_t sw_traffic_takes_ns(uint64_t native_ns);
