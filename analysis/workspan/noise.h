/*
 * How far figures of time may be from what the next measurement says. Where the program was run several times (profile/profile.h), that
 * is how far its own runs are apart, and a little; where it was run once, it is what clocks are known for: a span is a maximum of noisy
 * strands, and the noisiest. Counts have no noise.
 */
#pragma once

#include "profile/profile.h"

enum sw_noisy { SW_NOISY_WORK, SW_NOISY_SPAN, SW_NOISY_PARALLELISM };

/* 0.02: the figure may be 2% more or less. */
double sw_noise(const struct sw_profile *profile, enum sw_noisy figure);

/* Whether noise may be all that makes the figure `ratio` times as large in one profile as in the other. Where both have counted the same
 * instructions, the program did the same, and what a machine takes for that varies with what else it does. */
bool sw_noise_explains(const struct sw_profile *before, const struct sw_profile *after,
                       enum sw_noisy figure, double ratio);
