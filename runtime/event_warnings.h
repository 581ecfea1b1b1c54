/* What of a run's events was not counted: the profile says so. In `spanwise run`. */
#ifndef SPANWISE_RUNTIME_EVENT_WARNINGS_H
#define SPANWISE_RUNTIME_EVENT_WARNINGS_H

#include "profile/profile.h"
#include "runtime/live.h"

void sw_event_warnings(struct sw_profile *profile, const struct sw_live *live);

#endif
