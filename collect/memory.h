/* Memory traffic (live/memory.h) of a process that is gone, as a profile's. */
#pragma once

#include "live/live.h"
#include "profile/profile.h"

/* By instruction, each once. Nothing where accesses were not followed. 0 or -ENOMEM. */
int sw_memory_gather(struct sw_profile *profile, const struct sw_live *live);

/* What was charged to the front end's piece of that number is the profile's site. The same. */
int sw_memory_add_piece(struct sw_profile *profile, const struct sw_live *live, uint32_t number,
                        uint32_t site);

/* Numbers are those of the program tree's sites, 0 is serial code: of what has no other sites yet. */
int sw_memory_add_tree_pieces(struct sw_profile *profile, const struct sw_live *live);

/* Sites have new numbers: pieces of one become one. */
void sw_memory_renumber(struct sw_profile *profile, const uint32_t *numbers);
