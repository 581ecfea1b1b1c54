/* Simulations of one program on several numbers of processors, in one profile. */
#pragma once

#include "profile/profile.h"

#include <stdbool.h>

/*
 * Puts the simulations of `from` among those of `into`, by ascending processors, with their constructs. Code may have been mapped
 * elsewhere: sites are the same where they are in the same place of the same file. 0 or -ENOMEM (then
 * nothing has changed that can be seen).
 */
int sw_profile_join_simulations(struct sw_profile *into, const struct sw_profile *from);

/* What that run with --memory found, whose samples are of fills. 0 or -ENOMEM: then it has none. */
int sw_profile_take_memory(struct sw_profile *into, const struct sw_profile *from);

/* Whether two sites, whose lines are known, stand for one place of the source. */
bool sw_site_is_same_place(const struct sw_site *a, const struct sw_site *b);

/* Where in `into` what is at that address of `from` lies: modules are mapped elsewhere in each run. */
uint64_t sw_profile_address(const struct sw_profile *into, const struct sw_profile *from,
                            uint64_t address);
