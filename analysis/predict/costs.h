/*
 * What the constructs of a program cost where its tree is emulated: of an OpenMP program as its own simulation had it, so that `run`,
 * `predict` and `what-if` agree; of a Cilk program what spawns cost beside the work, which has the rest of it. One place for all.
 */
#pragma once

#include "analysis/emulate/emulate.h"
#include "profile/profile.h"

/*
 * `machine`: what is known of the machine, in the profile's unit; NULL: nothing is. `is_given`: somebody asks for that machine, and not for
 * the one that the program ran on. Whether the profile knew some of them itself.
 */
bool sw_overheads_of_profile(struct sw_overheads *overheads, const struct sw_profile *profile,
                             const struct sw_overheads *machine, bool is_given);

/*
 * T(1) of the profile's program as it is, which all speedups of its tree are over: emulated, by the rules of the options. Of an OpenMP program
 * that does something else on one processor (the work grows with the threads, or there are as many threads anyway), that differs from the
 * simulated one, which `run` has: then it is that, and *is_simulated. 0 or -errno, as sw_emulate(). To be released.
 */
int sw_profile_one(struct sw_emulation *one, const struct sw_profile *profile,
                   const struct sw_program_tree *tree, const struct sw_emulation_options *options,
                   bool *is_simulated);

/* Whether the profile is that of a Cilk or OpenMP program, by itself parallel; others are serial, and T(1) is their work. */
bool sw_profile_is_cilk(const struct sw_profile *profile);
bool sw_profile_is_openmp(const struct sw_profile *profile);
