/* From the records of OpenMP in the live range of a process that is gone to a profile. */
#ifndef SPANWISE_COLLECT_OPENMP_H
#define SPANWISE_COLLECT_OPENMP_H

#include "live/live.h"
#include "profile/profile.h"

bool sw_omp_is_there(const struct sw_live *live);

/* Figures, one simulation with its constructs, and a site for each place in the program that has any. 0
 * or -ENOMEM. */
int sw_omp_gather(struct sw_profile *profile, struct sw_live *live, bool careful);

/* "omp for" and the like, of enum sw_construct_kind. */
const char *sw_omp_construct_name(uint32_t kind);

#endif
