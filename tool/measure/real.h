/* Real runs of a program as it is, to lay beside what is predicted: on one core and on all that this machine has, silently. */
#ifndef SPANWISE_TOOL_MEASURE_REAL_H
#define SPANWISE_TOOL_MEASURE_REAL_H

#include "profile/profile.h"
#include "tool/measure/child.h"

enum { SW_REAL_TRIALS = 3 }; /* at most, of each */

/* Adds them to the profile: none where the machine has one core, or others use it (SW_PROFILE_CORES_BUSY), or there is no time before `until_ns`
 * (sw_clock_ns()). `end`: of the run that the user saw, which they must end as. A program has so many cores and no more, however many threads
 * it makes; one whose threads bind themselves to others has no real run. */
void sw_real_runs(struct sw_profile *profile, char *const *argv, const struct sw_child_end *end,
                  uint64_t until_ns);

#endif
