/* The record of a program that is gone becomes the effort of its profile. On the tool's side. */
#ifndef SPANWISE_FRONT_SAMPLE_GATHER_H
#define SPANWISE_FRONT_SAMPLE_GATHER_H

#include "profile/profile.h"
#include "runtime/live.h"

/* 0 or -errno. The range may be damaged. */
int sw_effort_gather(struct sw_profile *profile, const struct sw_live *live);

#endif
