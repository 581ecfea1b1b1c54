/*
 * Regions and loops over the simulated runs of a program: what each place worked and took on each number of
 * processors. Where the whole stops scaling, one of them did before.
 *
 * A place is one however it is reached, and counts itself once where it is inside itself. Only constructs
 * whose threads share their work are here (regions, loops, sections, taskloops, teams, and what comes before a
 * barrier, which is all that is seen of gcc's static loops): of a task or a lock, work over time says nothing.
 */
#pragma once

#include "profile/profile.h"

struct sw_construct_scaling {
    size_t n_places, n_runs;
    size_t one; /* the run on one processor; n_runs: there is none */
    /* places[place * n_runs + run]: sums, by sw_construct_add(); count 0: that run has none. What took
     * longest in the last run is first. */
    struct sw_construct *places;
};

/* 0 or -ENOMEM. No places where the profile has no simulations, or no such construct in the last one. */
int sw_construct_scaling_make(struct sw_construct_scaling *scaling,
                              const struct sw_profile *profile);
void sw_construct_scaling_release(struct sw_construct_scaling *scaling);

/* Those of a place, one for each run; the last one has its name and site. */
const struct sw_construct *sw_construct_runs(const struct sw_construct_scaling *scaling,
                                             size_t place);

/* Of a place in a run, T(1)/T(N) as the whole has it: over its time in the run on one processor; where that has none, over its
 * own work. NAN where nothing was measured. */
double sw_construct_speedup(const struct sw_construct_scaling *scaling, size_t place, size_t run);
