/* Start-up in a program that calls hooks. */
#pragma once

#include "live/live.h"

/* Starts the profile if this process is to have one and has none yet. NULL: it is not. Outside
 * events. */
struct sw_live *sw_opencilk_start(void);

/* This process has no profile, and will not have one. */
extern bool sw_opencilk_off __attribute__((visibility("hidden")));

/* Where the runtime has the header of the fiber that the first thread is on. NULL: not known. */
extern void **sw_opencilk_fiber __attribute__((visibility("hidden")));
#define SW_FIBER_HEADER 64 /* bytes */

/* What notes of hooks cost: see agent/core/start.h. */
int sw_opencilk_calibrate(struct sw_live *live);

/* Stacks that hooks are called on: a thread's own, and fibers. Inside an event. */

/* The thread is on the stack that `sp` is on from now on. */
void sw_stack_use(struct sw_thread *thread, uint64_t sp);
