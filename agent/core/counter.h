/*
 * Meters that are no clock. What such a meter says is the number of something that the thread has
 * done: a tick is one of them, none is ever the machine's, and what the profiler does is not
 * counted, or is skipped as time is.
 *
 * Instructions are counted into a word for each thread, which is read like any other: by the program
 * itself, which runs from copies of its code (translate/translate.h), or by a plugin in qemu that it
 * runs in (qemu/call.h). The code of the profiler, and the stubs that it makes, are not counted at all.
 *
 * Events are counted by the kernel (perf_meter.h), and reading one takes a function: stubs take no
 * notes, and each event reads it as it begins and as it ends. What that adds to the count is
 * calibrated.
 */
#pragma once

#include "live/live.h"

/* At the start, before threads are made. False: there is nothing that counts; `why` says it. */
bool sw_counter_init(struct sw_live *live, const char **why);

/* The thread's own counter. On the thread itself; it is to be stopped if the thread is not the
 * program's. */
void sw_counter_start(const struct sw_live *live, struct sw_thread *thread);
void sw_counter_stop(struct sw_thread *thread);

/* A logical thread runs on it for the first time, with a thread pointer of its own: the word that counts
 * now. NULL: there is none. On the thread. */
const volatile uint64_t *sw_counter_here(const struct sw_thread *thread);

/* What it says, where thread->counter is not NULL: that is a word that says it, or the thread's event
 * does. On the thread. */
__attribute__((noinline, cold)) uint64_t sw_counter_now(struct sw_thread *thread);

/* Code that is the profiler's, made while the program runs. */
void sw_counter_leave_out(const struct sw_live *live, uint64_t low, uint64_t high);

/* Code of the program that the profiler has written to. Also inside events. */
void sw_counter_changed(const struct sw_live *live, uint64_t low, uint64_t high);

/* Code of a module that spanwise cc has built: with options.only_ours, nothing else is counted but
 * the program's own. */
void sw_counter_take_in(const struct sw_live *live, const void *address);

/* Call paths of fills are sampled from now on: of --memory. */
void sw_counter_sample_fills(const struct sw_live *live);
