/*
 * What follows from work and span alone: parallelism, the average maximal strand, and bounds on the
 * speedup (Cilkview, Sections 2 and 3). Pure functions, any thread.
 */
#pragma once

#include "profile/profile.h"

#define SW_TYPICAL_PROCESSORS 16   /* that a speedup is told for, where nobody asks for a number */
#define SW_SERIAL             1.05 /* parallelism of what is called serial */

/* The number of cores that the answer is for. */
uint64_t sw_answer_processors(const struct sw_profile *profile);

void sw_figures_add(struct sw_figures *sum, const struct sw_figures *more);

/* work / span; NAN where the span is 0 and nothing can be said. */
double sw_parallelism(uint64_t work, uint64_t span);

/* work / (1 + 2 spawns + syncs), rounded down. */
uint64_t sw_average_maximal_strand(const struct sw_figures *figures);

/* Whether what spawning costs shows in the work of a program that ran like this. */
bool sw_has_short_strands(const struct sw_profile *profile);

/* The longest that a greedy scheduler takes, which leaves no processor idle while anything can run: a bound (Graham; Brent). */
double sw_greedy_time(double work, double span, double processors);

struct sw_speedup {
    uint64_t processors;
    double lower; /* estimate: what a greedy scheduler reaches where steals cost the burden */
    double upper; /* bound: no schedule is faster. NAN, both, where nothing was measured */
};

struct sw_speedup sw_speedup_bounds(const struct sw_figures *figures, uint64_t processors);
