/*
 * Standard input that comes only once: from a terminal, or from a pipe that the tool did not keep. Reads by a stream of stdio are not
 * seen as they happen: the stream shows them when the process ends, or becomes another program.
 */
#ifndef SPANWISE_AGENT_CALLS_INPUT_H
#define SPANWISE_AGENT_CALLS_INPUT_H

#include "agent/calls/effects.h"

/* When our library has been loaded. */
void sw_input_begin(const struct sw_effects *effects);

/* Looks at the stream. */
void sw_input_end(void);

#endif
