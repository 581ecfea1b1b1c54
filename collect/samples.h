/* The samples of a program that is gone become a part of its profile. */
#pragma once

#include "live/live.h"
#include "profile/profile.h"

/* Sums by path. */
struct sw_gathered_samples {
    uint64_t *on_span, *others;
    uint64_t *serial; /* of both together: outside all parallel regions */
    uint32_t *
        index; /* one more than a path's index in the profile, by its number; before: 1 for what is to be kept
                         in any case */
    uint32_t n;
    const uint32_t
        *pieces; /* one more than a piece's index, by the number that paths have; NULL: none */
    uint32_t n_pieces;
};

/* Both return 0 or -ENOMEM. */
int sw_gather_samples_init(struct sw_gathered_samples *samples, const struct sw_live *live);

/* A strand's prof. */
void sw_gather_prof_samples(struct sw_gathered_samples *samples, const struct sw_strand *strand,
                            const struct sw_prof *prof, bool on_span);

/* After the last one; with the paths that links lead to. */
int sw_gather_samples_fill(struct sw_gathered_samples *samples, struct sw_profile *profile,
                           const struct sw_live *live);
/* The same, but no word of what is wrong with them. */
int sw_gather_sample_paths(struct sw_gathered_samples *samples, struct sw_profile *profile,
                           const struct sw_live *live);
void sw_gather_samples_release(struct sw_gathered_samples *samples);
