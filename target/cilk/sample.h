/* Samples of a program whose threads report their events here (target/sampler/sampler.h): each is an event of
 * the strand that its thread runs. */
#ifndef SPANWISE_TARGET_CILK_SAMPLE_H
#define SPANWISE_TARGET_CILK_SAMPLE_H

#include "target/sampler/sampler.h"

extern __attribute__((visibility("hidden"))) const struct sw_sample_taker sw_cilk_taker;

#endif
