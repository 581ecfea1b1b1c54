/* The program tree that a program has left in the live range, as a profile's. */
#ifndef SPANWISE_RUNTIME_GATHER_TREE_H
#define SPANWISE_RUNTIME_GATHER_TREE_H

#include "profile/profile.h"
#include "runtime/live.h"

/* live->tree is set. Closes what is open in it. 0 or -errno. */
int sw_gather_tree(struct sw_profile *profile, struct sw_live *live);

#endif
