/* The modules that a process which is gone had mapped, as a profile's. */
#ifndef SPANWISE_COLLECT_MODULES_H
#define SPANWISE_COLLECT_MODULES_H

#include "live/live.h"
#include "profile/profile.h"

/* 0 or -ENOMEM. Warns of those that were loaded at one place. */
int sw_modules_gather(struct sw_profile *profile, const struct sw_live *live);

#endif
