/* The verdict on a sampled real run: sw_verdict_make() for profiles of `spanwise sample`. */
#pragma once

#include "analysis/verdict/verdict.h"

/* Fills in all but what was measured and the sentences, for the processors that the run had, into one that is empty. 0 or -ENOMEM. */
int sw_verdict_of_effort(struct sw_verdict *verdict, const struct sw_profile *profile);
