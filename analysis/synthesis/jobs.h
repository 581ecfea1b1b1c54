/* Which of the outermost sections are replayed, and how many times: all, where there is time for that; else some that
 * stand for others. */
#ifndef SPANWISE_ANALYSIS_SYNTHESIS_JOBS_H
#define SPANWISE_ANALYSIS_SYNTHESIS_JOBS_H

#include "analysis/synthesis/plan.h"

#include <stdbool.h>

struct sw_replay_choice {
    struct sw_replay_job job;
    uint32_t site;
    double work;  /* of all that it stands for, itself included */
    double count; /* how many those are */
};

/* At least one of each site, whatever the time. `ways` is how many are to be tried. With time to spare, rounds are added: `hurry`
 * is not to take all of it for that. To be freed; NULL: no memory. */
struct sw_replay_choice *sw_replay_choose(const struct sw_replay_tree *flat, double budget_ns,
                                          bool hurry, size_t ways, size_t *n);

/* What replaying them takes, about. */
double sw_replay_expected_ns(const struct sw_replay_tree *flat,
                             const struct sw_replay_choice *choices, size_t n, size_t ways);

#endif
