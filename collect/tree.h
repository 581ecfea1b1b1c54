/* The program tree that a program has left in the live range, as a profile's. */
#pragma once

#include "live/live.h"
#include "profile/profile.h"

/* live->tree is set. Closes what is open in it. 0 or -errno. */
int sw_gather_tree(struct sw_profile *profile, struct sw_live *live);

/* The sites of one that was recorded from calls and spawns (engine/tree/watch.h), numbered as the call sites are: puts them into live->tree, and
 * counts what other threads did. 0 or -ENOMEM. */
int sw_gather_tree_sites(struct sw_live *live);

/* Where one is, as in struct sw_site. */
uint64_t sw_gather_site_address(const struct sw_live_site *site);

/* The sites of an OpenMP program's tree, which are its constructs, where there is a tree: puts them into live->tree, and what the tree lacks into the
 * profile's warnings, whose figures are those of `record`. 0 or -ENOMEM. */
int sw_simulation_gather_tree(struct sw_profile *profile, struct sw_live *live,
                              const struct sw_omp_record *record);
