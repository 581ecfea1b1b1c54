/*
 * Samples of an annotated program: the functions that its serial code is in, which annotations say nothing of. They are
 * counted by call path, and apart those outside all sections; of functions that both have, the tool names who calls them.
 */
#ifndef SPANWISE_AGENT_ANNOTATE_SAMPLE_H
#define SPANWISE_AGENT_ANNOTATE_SAMPLE_H

#include "agent/sampler/sampler.h"

extern __attribute__((visibility("hidden"))) const struct sw_sample_taker sw_annotate_taker;

#endif
