/* Cache lines that threads share, and communication (live/shared.h), of a process that is gone, as a profile's. */
#ifndef SPANWISE_COLLECT_SHARED_H
#define SPANWISE_COLLECT_SHARED_H

#include "live/live.h"
#include "profile/profile.h"

/* Those with the most transfers. 0 or -ENOMEM. */
int sw_shared_gather(struct sw_profile *profile, const struct sw_live *live);

/* The front end's piece of that number is the profile's site. The communication that it waits for. */
struct sw_moved sw_shared_place(struct sw_profile *profile, const struct sw_live *live,
                                uint32_t number, uint32_t site);

#endif
