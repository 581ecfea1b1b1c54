/* Constructs of OpenMP by the functions that people wrote, not by those that compilers make of them. */
#ifndef SPANWISE_COLLECT_SYMBOLS_CONSTRUCTS_H
#define SPANWISE_COLLECT_SYMBOLS_CONSTRUCTS_H

#include "profile/profile.h"

/* `callers`: the places of the sites' callers, SW_SITE_CALLERS for each site, from the inside. A site in a library's code gets its
 * caller as if it were inlined there. Takes them all. 0 or -ENOMEM. */
int sw_symbols_add_callers(struct sw_profile *profile, struct sw_place *callers);

/* 0 or -ENOMEM. */
int sw_symbols_name_constructs(struct sw_profile *profile);

#endif
