/* From the live range of a process that is gone to a profile. */
#ifndef SPANWISE_COLLECT_COLLECT_H
#define SPANWISE_COLLECT_COLLECT_H

#include "collect/receive.h"
#include "profile/profile.h"

/*
 * Fills the measured part of an empty profile: figures, sites, modules, regions, circumstances.
 * A range that the program has overwritten is survived. 0 or -errno, with a sentence in `why`.
 */
int sw_collect(struct sw_profile *profile, const struct sw_received *received, char *why,
               size_t why_size);

#endif
