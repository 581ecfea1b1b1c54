/*
 * Which call sites of two profiles are the same. Addresses are those of one run: libraries and the
 * program itself lie elsewhere in the next, so a place is its module, known by its build-id, and
 * the offset in it. Where the code is not the same (another build, no build-id) names stand in, and
 * the order of lines: a line may have moved.
 */
#pragma once

#include "base/pool.h"
#include "profile/profile.h"

struct sw_matches {
    size_t *groups[2]; /* of each profile's sites: the number of its group. The groups are the
                          places that one or both profiles have; copies share one */
    size_t n;          /* groups: 0 to n - 1 */
    size_t n_by_name;  /* of them, those for which names had to do */
    struct sw_pool pool;
};

/* Returns 0 or -ENOMEM (then *matches is empty). */
int sw_matches_make(struct sw_matches *matches, const struct sw_profile *a,
                    const struct sw_profile *b);
void sw_matches_release(struct sw_matches *matches);

enum sw_sameness { SW_SAME, SW_DIFFERENT, SW_NOT_KNOWN };

/* Whether the programs are one build; libraries may still differ. */
enum sw_sameness sw_match_builds(const struct sw_profile *a, const struct sw_profile *b);
/* ... or have one name. */
bool sw_match_programs(const struct sw_profile *a, const struct sw_profile *b);
