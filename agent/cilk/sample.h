/* Samples of a program whose threads report their events here (agent/sampler/sampler.h): each is an event of
 * the strand that its thread runs. */
#pragma once

#include "agent/sampler/sampler.h"

extern __attribute__((visibility("hidden"))) const struct sw_sample_taker sw_cilk_taker;
