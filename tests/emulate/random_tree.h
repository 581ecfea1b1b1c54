/*
 * Random program trees, as text, and random rules to emulate them by: all from one seed. Lengths and
 * costs are multiples of a half, burdens of an eighth, so that sums are exact and what is to happen at
 * the same time does. No tree can deadlock: locks inside others have higher numbers.
 */
#pragma once

#include "analysis/emulate/emulate.h"

#include <stdio.h>

enum { RANDOM_SITES = 8 };

struct random_case {
    char *text; /* to be freed */
    struct sw_emulation_options options;
    struct sw_overheads overheads;
    double burden[RANDOM_SITES + 1];
    bool nowait; /* there is such a section */
    unsigned processors[3];
};

/* `size`: about as many pieces of work, unfolded. */
void random_case_make(struct random_case *c, uint64_t seed, unsigned size, bool runs);
extern const char *const random_paradigms[];
void random_case_describe(const struct random_case *c, FILE *out);
void random_case_release(struct random_case *c);
