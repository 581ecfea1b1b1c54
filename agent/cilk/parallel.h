/*
 * Profiling a parallel run: what the scheduler (sched/) tells of steals and joins, in calls between
 * two pieces of the program. `void *` is a leg (live/live.h), or NULL where there is none, for
 * want of memory or in a child after fork.
 *
 * A worker's notes are not replayed at once, so a thief has no idea of what is open around what it
 * has stolen, until it has replayed the notes of its victim, under the victim's lock; the victim
 * goes on taking notes meanwhile. All else happens on the worker's own thread, or to legs that
 * nobody runs.
 */
#ifndef SPANWISE_AGENT_CILK_PARALLEL_H
#define SPANWISE_AGENT_CILK_PARALLEL_H

#include "abi/cilk.h"

extern const struct sw_cilk_parallel sw_cilk_parallel __attribute__((visibility("hidden")));

#endif
