/* From the live range of a process that is gone to a profile. */
#ifndef SPANWISE_RUNTIME_COLLECT_H
#define SPANWISE_RUNTIME_COLLECT_H

#include "profile/profile.h"
#include "runtime/receive.h"

/*
 * Fills the measured part of an empty profile: figures, sites, modules, regions, circumstances.
 * A range that the program has overwritten is survived. 0 or -errno, with a sentence in `why`.
 */
int sw_collect(struct sw_profile *profile, const struct sw_received *received, char *why,
               size_t why_size);

#endif
