/* The program's input, where it is run several times. */
#ifndef SPANWISE_TOOL_MEASURE_INPUT_H
#define SPANWISE_TOOL_MEASURE_INPUT_H

/* What comes through a pipe is there once: it is kept for all runs. A terminal's is not. */
void sw_input_keep(void);

#endif
