/* Real runs of two profiles, on the numbers of cores that both have. */
#pragma once

#include "analysis/compare/change.h"

struct sw_real_change {
    uint64_t processors;
    struct sw_change time; /* the median where it is known, else the fastest; in ns */
    double speedup_before, speedup_after; /* over one core; NAN: not known */
    bool is_noise; /* the trials of the two overlap, or one run is as far from the next */
};

/* As many as both have, in their order: *changes is to be freed. 0 or -ENOMEM. */
int sw_real_changes(struct sw_real_change **changes, size_t *n, const struct sw_profile *before,
                    const struct sw_profile *after);
