/* From the live range of a process that is gone to a profile. */
#pragma once

#include "collect/receive.h"
#include "live/live.h"
#include "profile/profile.h"

/*
 * Fills the measured part of an empty profile: figures, sites, modules, regions, circumstances.
 * A range that the program has overwritten is survived. 0 or -errno, with a sentence in `why`.
 */
int sw_collect(struct sw_profile *profile, const struct sw_received *received, char *why,
               size_t why_size);

/*
 * Logical threads run one at a time, and what one had in a core's caches the one before has driven out: so they work longer than
 * natively, by more or less the same factor. Where that is known, from the processor time of the program by itself (tool/measure/native.h), all
 * that is collected is in the time that it takes natively. Called before anything is gathered. The factor in thousandths; 0: none.
 */
#define SW_PACE_SLIGHT 1.03 /* times the native processor time: is none of our doing */
uint64_t sw_pace(struct sw_live *live, uint64_t native_ns);
