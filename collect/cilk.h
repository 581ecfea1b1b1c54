/* From the strands of a Cilk program in the live range of a process that is gone, spanwise cc's or OpenCilk's, to a profile. */
#ifndef SPANWISE_COLLECT_CILK_H
#define SPANWISE_COLLECT_CILK_H

#include "live/live.h"
#include "profile/profile.h"

/* Of a range that no other front end has records in: whose hooks told. */
bool sw_cilk_is_there(const struct sw_live *live);
bool sw_opencilk_is_there(const struct sw_live *live);

/* Figures, sites, regions and samples. `careful`: without the records of threads that are busy. 0, -ENODATA where nothing was
 * recorded, or -errno. */
int sw_cilk_gather(struct sw_profile *profile, struct sw_live *live, bool careful);

/* What of a program of OpenCilk's is not as its users expect. */
void sw_opencilk_warn(struct sw_profile *profile, const struct sw_live *live);

#endif
