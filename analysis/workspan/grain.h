/*
 * What spawning costs, and whether larger pieces would help. What a spawn costs is in the work or not: where notes are so
 * dense that they hide it, and of loops, which the profiler divides itself, it is not. Here it is counted once.
 */
#pragma once

#include "profile/profile.h"

struct sw_grain {
    double work; /* with all that spawning costs: what one processor takes */
    /* That of it, by what it costs on the machine where that was measured, else about; and no less than so much. */
    double spawning, spawning_least;
};

/* Of a spawn, a piece of a cilk_for, and a cilk_for that is divided at all: as measured where that was, else about. */
struct sw_spawn_costs {
    double spawn, piece, loop;
    double spawn_least; /* as `spawn`, where the processor computes meanwhile */
    double in_work;     /* of `spawn`: the rest is beside the work, as all of the others is */
};

struct sw_spawn_costs sw_spawn_costs(const struct sw_profile *profile);

/* On that many processors: the more there are, the more pieces Cilk makes of a loop. */
struct sw_grain sw_grain_on(const struct sw_profile *profile, uint64_t processors);

/* How many times as fast the program would be, as the mean for 1, 2, 4, 8 and 16 processors, if its pieces were so large that
 * neither spawning nor stealing cost anything. 1: not at all. */
double sw_grain_gain(const struct sw_profile *profile);

/* How a gain by larger pieces is meant. Who spawns less calls less too, and its compiler can do more: at least. The iterations of a loop stay what they are: about,
 * if it is known what one worker takes; else what dividing it costs is known only of a loop that does nothing else: at most. */
enum sw_grain_promise { SW_GRAIN_ABOUT, SW_GRAIN_LEAST, SW_GRAIN_MOST };
enum sw_grain_promise sw_grain_promise(const struct sw_profile *profile);

#define SW_GRAIN_LIMITS 1.2 /* such a gain is worth more than the work of larger pieces */
