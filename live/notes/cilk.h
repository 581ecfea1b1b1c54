/*
 * From notes to events: what the sleds mean that a thread has passed.
 *
 * Nesting is kept by stack pointers. A frame of a function has the stack pointer that the function
 * was entered with; a frame inside a body (a spawn, a scope, a loop) has the body's stack pointer
 * plus one, which makes it odd and puts it above all that the body calls. What lies at or below the
 * stack pointer of an event must be gone, and is closed first: so longjmp, a missed exit and a
 * function taken out by the budget need nothing of their own.
 *
 * A spawned call is one invocation, with one entry and one exit, in one of two ways. Where the call
 * between SPAWN and SPAWN_END is seen in the code and its callee has sleds (spared.h), its return
 * address is a site of kind SPAWN: entry and exit of the callee tell all, and the two sleds stay
 * nops. Otherwise the SPAWN sled takes the time and leaves the spawn *pending*: the ENTRY of the
 * callee that the body calls next opens the frame; where no such ENTRY comes (a library function,
 * an inlined one), the next event opens it without a callee; and SPAWN_END closes it.
 *
 * This runs in the profiled program, where a stub found no room or took too long, and in `spanwise
 * run` for what a program that is gone has left.
 */
#pragma once

#include "live/notes/notes.h"

extern const struct sw_notes_reader sw_cilk_notes;

/* The notes up to `end` become events. */
void sw_cilk_replay(struct sw_thread *thread, struct sw_note *end);

/* So does this one, `cost` ticks after the last event. */
void sw_cilk_replay_one(struct sw_thread *thread, const struct sw_note *note, uint64_t cost);

/* For an event that is no sled's: the spawn that is pending gets its frame, so that what follows is
 * in it. */
void sw_cilk_settle(struct sw_thread *thread);

/* The same, and what the function that is at the place, with that stack pointer, has called is
 * closed. */
void sw_cilk_settle_at(struct sw_thread *thread, uint64_t place, uint64_t sp);

/* For loop.c: closes what the innermost loop body has called, ... */
void sw_cilk_close_calls(struct sw_thread *thread);

/* ... and tells that the innermost scope is a loop's. */
void sw_cilk_name_loop(struct sw_thread *thread, bool own_grain);
