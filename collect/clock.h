/* Whether the counter that times are read from can be trusted. */
#ifndef SPANWISE_COLLECT_CLOCK_H
#define SPANWISE_COLLECT_CLOCK_H

#include "profile/profile.h"

/* Warns where Linux itself measures time by another one, as it does on x86-64 if the time stamp counter stops, changes its pace, or differs
 * between processors. `path`: where it says by which, normally SW_CLOCK_SOURCE. */
#define SW_CLOCK_SOURCE "/sys/devices/system/clocksource/clocksource0/current_clocksource"
void sw_clock_warn(struct sw_profile *profile, const char *path);

#endif
