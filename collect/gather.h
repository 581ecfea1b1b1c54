/*
 * From what a program has left in the live range to a profile. The range is changed, and may be
 * damaged: this may crash, or come to no end.
 */
#ifndef SPANWISE_COLLECT_GATHER_H
#define SPANWISE_COLLECT_GATHER_H

#include "live/live.h"
#include "profile/profile.h"

/* `careful`: without the records of threads that are busy. 0 or -errno. */
int sw_gather(struct sw_profile *profile, struct sw_live *live, bool careful);

#endif
