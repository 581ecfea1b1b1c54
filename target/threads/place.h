/*
 * Whose line a wait is at: who called libstdc++, TBB or another library of the system is meant, not the library. What the program has of such
 * libraries in its own code (templates) cannot be told here: so calls are kept as trails (live/trail.h), and debug information tells which of
 * them is the reader's. In hooks.
 */
#ifndef SPANWISE_TARGET_THREADS_PLACE_H
#define SPANWISE_TARGET_THREADS_PLACE_H

#include "target/threads/simulator.h"

/* `where`, a return address, if that is no library's; else the trail (what it is `of`) of the innermost calls that are not, on the stack of the
 * calling thread. */
uint64_t sw_place_of(const void *where);

/* A lock was made there. */
void sw_place_made(const void *lock, const void *where);

/* A lock is waited for, for the first time. If it is on the stack of a thread, that looks which frame has it, after a wait of its own. */
void sw_place_met(const void *lock);
void sw_place_frame(struct sw_vthread *thread);

#endif
