/* The record of a program that is gone becomes the effort of its profile. On the tool's side. */
#ifndef SPANWISE_COLLECT_EFFORT_H
#define SPANWISE_COLLECT_EFFORT_H

#include "live/live.h"
#include "profile/profile.h"

bool sw_effort_is_there(const struct sw_live *live);

/* 0 or -errno. The range may be damaged. */
int sw_effort_gather(struct sw_profile *profile, struct sw_live *live, bool careful);

/* By what the program is parallel, in words, from its effort's runtimes. 0 or -ENOMEM. */
int sw_effort_name_runtimes(struct sw_profile *profile);

#endif
