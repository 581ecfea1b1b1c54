/*
 * Standard input that comes once: from a terminal, or a pipe that the tool did not keep. What reads it by a stream of stdio does so without
 * us: the stream shows it when the process ends, or becomes another program.
 */
#ifndef SPANWISE_TARGET_CALLS_INPUT_H
#define SPANWISE_TARGET_CALLS_INPUT_H

#include "target/calls/effects.h"

/* When our library has been loaded. */
void sw_input_begin(const struct sw_effects *effects);

/* Looks at the stream. */
void sw_input_end(void);

#endif
