#ifndef SPANWISE_AGENT_PROCESS_STACK_FIND_H
#define SPANWISE_AGENT_PROCESS_STACK_FIND_H

#include "live/live.h"

/* The mapping that sp lies in: the stack of a thread or a fiber. Takes some microseconds. */
bool sw_stack_find(uint64_t sp, struct sw_stack *stack);

#endif
