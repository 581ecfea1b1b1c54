/* Stacks that hooks are called on: a thread's own, and fibers. Inside an event. */
#ifndef SPANWISE_AGENT_OPENCILK_STACK_H
#define SPANWISE_AGENT_OPENCILK_STACK_H

#include "live/live.h"

/* The thread is on the stack that `sp` is on from now on. */
void sw_stack_use(struct sw_thread *thread, uint64_t sp);

/* Can a frame be read there, on any stack that the thread was seen on? */
bool sw_stack_known(const struct sw_thread *thread, uint64_t address);

#endif
