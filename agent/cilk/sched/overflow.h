/*
 * Says that a stack has overflowed, where else there is a bare SIGSEGV. A program that has a handler for that
 * signal when it spawns first, or installs one later, has its own only; and the program dies of the
 * signal as ever.
 */
#ifndef SPANWISE_AGENT_CILK_SCHED_OVERFLOW_H
#define SPANWISE_AGENT_CILK_SCHED_OVERFLOW_H

#include <stddef.h>

struct sw_worker;

/* Once: the handler. */
void sw_overflow_init(void);

/* This thread is that worker's from now on; or no longer. A thread that has no alternate stack for signals gets one. */
void sw_overflow_watch(struct sw_worker *worker);
void sw_overflow_leave(struct sw_worker *worker);

#endif
