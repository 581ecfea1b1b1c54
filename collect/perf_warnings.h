/* What the kernel's counters did not count of a run: the profile says so. In `spanwise run`. */
#ifndef SPANWISE_COLLECT_PERF_WARNINGS_H
#define SPANWISE_COLLECT_PERF_WARNINGS_H

#include "live/live.h"
#include "profile/profile.h"

void sw_perf_warnings(struct sw_profile *profile, const struct sw_live *live);

#endif
