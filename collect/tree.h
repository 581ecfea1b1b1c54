/* The program tree that a program has left in the live range, as a profile's. */
#ifndef SPANWISE_COLLECT_TREE_H
#define SPANWISE_COLLECT_TREE_H

#include "live/live.h"
#include "profile/profile.h"

/* live->tree is set. Closes what is open in it. 0 or -errno. */
int sw_gather_tree(struct sw_profile *profile, struct sw_live *live);

#endif
