/* What a merge (merge.h) is made of. Functions return 0 or -ENOMEM. */
#pragma once

#include "analysis/merge/merge.h"

/* Whether one more profile may be added: 0, or -EINVAL and a sentence in `why`. And, when all are
 * there and in order, whether no rank is there twice. */
int sw_merge_check(const struct sw_merge *merge, const struct sw_profile *profile, const char *name,
                   char *why, size_t why_size);
int sw_merge_check_ranks(const struct sw_merge *merge, char *why, size_t why_size);

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
int sw_merge_regions(struct sw_merge *merge, const struct sw_profile *profile);
int sw_merge_unpatched(struct sw_merge *merge, const struct sw_profile *profile, const size_t *map);
int sw_merge_warnings(struct sw_merge *merge, const struct sw_profile *profile, uint64_t rank);

/* The number of the site with the same key among those of the profile; SW_NO_SITE: none. */
size_t sw_site_table_find(const struct sw_site_table *table, const struct sw_profile *profile,
                          const struct sw_site *site);

int sw_site_has_name(const struct sw_site *site);

/* Of two with one key, the first stays in the table. There must be room. */
void sw_site_table_add(struct sw_site_table *table, const struct sw_profile *profile,
                       size_t number);

/* Makes room for so many, and adds all of the profile's again. */
int sw_site_table_fill(struct sw_site_table *table, const struct sw_profile *profile, size_t room);
