/* What a merge (merge.h) is made of. Functions return 0 or -ENOMEM. */
#pragma once

#include "analysis/merge/merge.h"

/* Adds the modules of one more profile that the whole lacks. map[i]: which of them the i-th is. */
int sw_merge_modules(struct sw_merge *merge, const struct sw_profile *profile, size_t *map);

/* An address of the profile's, as the whole has it; *foreign is set where it does not tell which
 * place it is: another build, or no build-id. */
uint64_t sw_merge_move(const struct sw_merge *merge, const struct sw_profile *profile,
                       const size_t *map, uint64_t address, int *foreign);

/* Adds the sites of one more profile, and the functions that were taken out; what is on the span is replaced if its is the longest. */
int sw_merge_sites(struct sw_merge *merge, const struct sw_profile *profile, uint64_t rank,
                   int is_slowest);

/* Adds the lists; `map` as above. */
int sw_merge_unpatched(struct sw_merge *merge, const struct sw_profile *profile, const size_t *map);
