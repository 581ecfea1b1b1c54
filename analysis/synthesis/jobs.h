/* Which of the outermost sections are synthesized, and how many times: all, where there is time for that; else some that
 * stand for others. */
#pragma once

#include "analysis/synthesis/plan.h"

struct sw_synthesis_choice {
    struct sw_synthesis_job job;
    uint32_t site;
    double work;  /* of all that it stands for, itself included */
    double count; /* how many those are */
};

/* At least one of each site, whatever the time. `ways` is how many are to be tried. With time to spare, rounds are added: `hurry`
 * is not to take all of it for that. To be freed; NULL: no memory. */
struct sw_synthesis_choice *sw_synthesis_choose(const struct sw_synthesis_tree *flat,
                                                double budget_ns, bool hurry, size_t ways,
                                                size_t *n);

/* What synthesizing them takes, about. */
double sw_synthesis_expected_ns(const struct sw_synthesis_tree *flat,
                                const struct sw_synthesis_choice *choices, size_t n, size_t ways);
