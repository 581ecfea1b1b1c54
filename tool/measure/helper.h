/* What programs of helpers/ measure: how they are run, what a spawn and a steal cost, what operations of runtimes cost on real threads. */
#pragma once

#include "profile/profile.h"
#include "tool/front_ends/front_end.h"

struct sw_helper {
    const char *name;               /* of the file in .../lib/spanwise */
    const char *const *arguments;   /* with a NULL at the end; NULL: none */
    const char *const *environment; /* NAME, VALUE, ..., NULL: added to ours; NULL: nothing */
    unsigned limit_ms;
};

/* Runs it as the user's own threads would: without the profiler, whatever the environment says. All that it
 * printed, in whole lines, is in `text`; false, and "" there, where that is nothing or it took too long. */
bool sw_helper_run(const struct sw_helper *helper, char *text, size_t size);

/*
 * What a spawn costs on this machine with this tool's own scheduler, without the profiler: said of profiles
 * whose strands are so short that it matters, as their work does not hold it. Programs without the scheduler (clang's)
 * pay nothing.
 */
extern const struct sw_helper sw_spawn_cost_helper; /* prints "spawn_ns = 4.2 spread 0.3" */

/* Measures it, in a few hundredths of a second, if it matters to the profile; else does nothing. */
void sw_spawn_cost_note(struct sw_profile *profile);

/* What a steal costs on this machine, by its description, which is made if there is none. */
void sw_steal_cost_note(struct sw_profile *profile);

/* What a front end's operations cost on real threads of this machine. */

/* As the program is told them in the variable `costs_in`, measured at the first call: of OpenMP, those of the runtime that the program
 * needs; "" where there is nothing to measure, or it takes too long. Who sets that variable has them not measured. They are times: for
 * another meter there are none but those that are given in its unit. */
const char *sw_simulation_costs(const struct sw_front_end *front_end, const char *program,
                                bool is_time);
