/* From what strands have summed of locks (engine/strand/lock.h) to the locks of a profile (profile/locks.h). */
#ifndef SPANWISE_COLLECT_LOCKS_H
#define SPANWISE_COLLECT_LOCKS_H

#include "live/live.h"
#include "profile/profile.h"

/* With warnings of what could not be counted. 0 or -ENOMEM. */
int sw_gather_locks(struct sw_profile *profile, const struct sw_live *live);

#endif
