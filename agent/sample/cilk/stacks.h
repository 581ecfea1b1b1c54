/*
 * The stacks of the Cilk scheduler: those that stolen continuations run on, and those that it runs on itself. They
 * are never given back to the system, so one that is known can be read for ever. Any thread, signal
 * handlers too.
 */
#ifndef SPANWISE_AGENT_SAMPLE_CILK_STACKS_H
#define SPANWISE_AGENT_SAMPLE_CILK_STACKS_H

#include "agent/sampler/unwind/walk.h"

/* It is known from now on, if it was not. Not in handlers. */
void sw_cilk_stacks_add(uint64_t low, uint64_t high);

/* The one that has `address`; false: none. */
bool sw_cilk_stacks_find(uint64_t address, struct sw_unwind_stack *stack);

#endif
