/*
 * Where a program built by spanwise cc enters the profiler: from a stub that cannot take a note,
 * and by the hooks of abi.h. Each begins with sw_cilk_enter() and ends with sw_cilk_leave(); what is
 * between the two is not the program's time.
 *
 * These functions run between two instructions of the program: no libc, no vector registers.
 */
#ifndef SPANWISE_TARGET_CILK_EVENTS_H
#define SPANWISE_TARGET_CILK_EVENTS_H

#include "live/notes/cilk.h"
#include "target/core/thread.h"

/* What the stubs call, with the note that they could not take. */
typedef void sw_cilk_event(uint64_t what, uint64_t from, uint64_t sp, uint64_t ticks);
extern SW_HIDDEN sw_cilk_event sw_cilk_event_now;

/* The same where a stub cannot read the meter. */
extern SW_HIDDEN sw_cilk_event sw_cilk_event_read;

/* The thread, with all its notes replayed; NULL: the event is not to be taken. */
struct sw_thread *sw_cilk_enter(uint64_t sp);
void sw_cilk_leave(struct sw_thread *thread);

/* The same as sw_cilk_enter(), and what the program did up to `now` has been counted. */
struct sw_thread *sw_cilk_catch_up(uint64_t now, uint64_t sp);

#endif
