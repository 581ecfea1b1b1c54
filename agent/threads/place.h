/* Whose line a wait is at: who called libstdc++, TBB or another library of the system is meant, not the library. */
#pragma once

#include "agent/threads/simulator.h"
#include "live/openmp.h"

/* A return address, and those of who called that, as far as they are no library's; 0: no more are known. Of code that headers have in
 * the program only symbols tell whose it is. */
struct sw_called {
    const void *at;
    uint64_t by[SW_OMP_CALLERS];
};

/* The innermost call that is not a library's, on the stack of the calling thread; `where` if that is one,
 * or there is none. In a hook. */
struct sw_called sw_place_of(const void *where);

/* The same, whatever `where` is. */
struct sw_called sw_place_here(const void *where);

/* The construct of that kind there, which is in another one. */
uint32_t sw_place_construct(uint32_t parent, uint32_t kind, const struct sw_called *called);

/* A lock was made there. */
void sw_place_made(const void *lock, const void *where);

/* It begins to wait, with its stack as far as there. */
void sw_place_waits(struct sw_vthread *thread, uint64_t sp);

/* A lock is waited for, for the first time. If it is on the stack of a thread, that looks which frame has it, after a wait of its own. */
void sw_place_met(const void *lock);
void sw_place_frame(struct sw_vthread *thread);
