/* Splits (spanwise.h): the hook of abi.h. */
#ifndef SPANWISE_AGENT_CILK_SPLIT_H
#define SPANWISE_AGENT_CILK_SPLIT_H

#include <stdint.h>

/* The function that returns to `from`, with that stack pointer, splits itself; NULL: not any more. */
void sw_cilk_split(const char *label, uint64_t from, uint64_t sp);

#endif
