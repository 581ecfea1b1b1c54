/* Constructs of OpenMP by the functions that people wrote, not by those that compilers make of them. */
#ifndef SPANWISE_COLLECT_SYMBOLS_CONSTRUCTS_H
#define SPANWISE_COLLECT_SYMBOLS_CONSTRUCTS_H

#include "profile/profile.h"

/* Who called what is at the sites, SW_SITE_CALLERS of each: taken, as far as they tell whose a site is. 0 or -ENOMEM. */
int sw_symbols_add_callers(struct sw_profile *profile, struct sw_place *callers);

/* 0 or -ENOMEM. */
int sw_symbols_name_constructs(struct sw_profile *profile);

#endif
