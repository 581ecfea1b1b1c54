/* The sites of a program tree that was recorded from calls and spawns (engine/tree/watch.h): numbered as the
 * call sites are. */
#ifndef SPANWISE_COLLECT_TREE_SITES_H
#define SPANWISE_COLLECT_TREE_SITES_H

#include "live/live.h"

/* Where it is, as in struct sw_site. */
uint64_t sw_gather_site_address(const struct sw_live_site *site);

/* Puts them into live->tree, and counts what other threads did. 0 or -ENOMEM. */
int sw_gather_tree_sites(struct sw_live *live);

#endif
