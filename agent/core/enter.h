/*
 * How what reports events enters the profiler, and leaves it: begins with sw_enter() and ends with sw_leave(); what
 * is between the two is not the program's time.
 *
 * These functions run between two instructions of the program: no libc, no vector registers.
 */
#pragma once

#include "agent/core/thread.h"
#include "live/notes/notes.h"

/* Who reads this process's notes: those of sleds, unless OpenCilk's hooks take notes in it. */
extern SW_HIDDEN const struct sw_notes_reader *sw_notes;

/* The thread, with all its notes replayed; NULL: the event is not to be taken. */
struct sw_thread *sw_enter(uint64_t sp);
void sw_leave(struct sw_thread *thread);

/* What is noted has become events. Where nothing is, next to nothing. From code that is not translated itself. */
void sw_enter_notes(void);

/* The same as sw_enter(), and what the program did up to `now` has been counted. */
struct sw_thread *sw_catch_up(uint64_t now, uint64_t sp);
