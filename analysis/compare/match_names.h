/*
 * Sites of two profiles that have no code in common: which are the same, by the names of caller and
 * callee, and by their order in the caller. Lines may have moved, files may lie elsewhere.
 */
#pragma once

#include "profile/profile.h"

struct sw_named {
    const struct sw_site *site;
    size_t index;  /* in its profile */
    int profile;   /* 0 or 1 */
    uint32_t kind; /* of the site, or what it counts as */
    size_t group;  /* set: equal for what is the same place */
};

/* Numbers the groups from 0 on, and puts how many there are into *n_groups. Reorders the sites.
 * Returns 0 or -ENOMEM. */
int sw_match_names(struct sw_named *named, size_t n, size_t *n_groups);
