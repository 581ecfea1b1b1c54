#pragma once

#include "live/live.h"

/* The mapping that sp lies in: the stack of a thread or a fiber. Takes some microseconds. */
bool sw_stack_find(uint64_t sp, struct sw_stack *stack);
