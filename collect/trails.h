/* Trails of the live range (live/trail.h) that something in a profile is named after. */
#ifndef SPANWISE_COLLECT_TRAILS_H
#define SPANWISE_COLLECT_TRAILS_H

#include "live/trail.h"
#include "profile/profile.h"

struct sw_live;

/* That one, if there is one, and it is not in the profile yet. 0 or -ENOMEM. */
int sw_trails_add(struct sw_profile *profile, const struct sw_live *live, uint64_t of);

#endif
