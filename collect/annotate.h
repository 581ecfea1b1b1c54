/* From the annotations in the live range of a process that is gone to a profile. */
#ifndef SPANWISE_COLLECT_ANNOTATE_H
#define SPANWISE_COLLECT_ANNOTATE_H

#include "live/live.h"
#include "profile/profile.h"

bool sw_annotate_is_there(const struct sw_live *live);

/*
 * Replays what marks there are, and tells the circumstances; the tree is to be gathered next. What is wrong with
 * the annotations is the first warning, and SW_PROFILE_UNMATCHED is set. `careful`: touches nothing that may be
 * half linked. 0.
 */
int sw_annotate_gather(struct sw_profile *profile, struct sw_live *live, bool careful);

#endif
