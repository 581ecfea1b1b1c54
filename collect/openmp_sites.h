/* The sites of OpenMP's constructs: what all constructs of one place did. */
#ifndef SPANWISE_COLLECT_OPENMP_SITES_H
#define SPANWISE_COLLECT_OPENMP_SITES_H

#include "profile/profile.h"

/* Their figures, from the constructs of the profile's one run; whatever was there before goes. 0 or -ENOMEM. */
int sw_omp_sites_fill(struct sw_profile *profile);

/*
 * When names and lines are known: a place of the source is one construct, though the compiler has made several copies of it, as of a
 * function that is inlined here and there. One that is inside itself by way of another copy is the outer one, as any that is inside
 * of itself. 0 or -ENOMEM. Does nothing where there is no run.
 */
int sw_omp_sites_unite(struct sw_profile *profile);

#endif
