/* The sites of an OpenMP program's tree, which are its constructs; and what it lacks. */
#ifndef SPANWISE_COLLECT_OPENMP_TREE_H
#define SPANWISE_COLLECT_OPENMP_TREE_H

#include "live/live.h"
#include "profile/profile.h"

/* Where there is a tree: puts them into live->tree, and warnings into the profile, whose figures are those of `record`.
 * 0 or -ENOMEM. */
int sw_omp_gather_tree(struct sw_profile *profile, struct sw_live *live,
                       const struct sw_omp_record *record);

#endif
