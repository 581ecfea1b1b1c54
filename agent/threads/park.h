/*
 * Threads that wait for something by its address, first come first: of a lock, a condition variable, a futex. With the baton only.
 */
#pragma once

#include "agent/threads/simulator.h"

/* What a thread waits in: a kind of construct at an address of the program. */
struct sw_wait_at {
    uint32_t kind; /* enum sw_construct_kind */
    enum sw_blocked why;
    const void *where; /* NULL: for tasks of oneTBB's, see tasks.h */
};

/* Whether the thread is to go on from where it may be cancelled, to find out there. */
static inline bool sw_is_cancelled(const struct sw_vthread *t)
{
    return t->is_cancelled && !t->is_spared;
}

/* Waits on the address until it is unparked: true; or until the deadline. */
bool sw_park(struct sw_vthread *thread, const volatile void *on, uint32_t bits,
             const struct sw_wait_at *at, uint64_t deadline);

/* The first one there with one of these bits goes on; NULL: there is none. If it waited to be told, `by` told it. */
struct sw_vthread *sw_unpark(const volatile void *on, uint32_t bits, struct sw_vthread *by);

/* The first one there, as it is; and how many. */
struct sw_vthread *sw_parked_first(const volatile void *on);
uint32_t sw_parked_count(const volatile void *on);

/* So many of those there wait on another address from now on; returns how many. */
uint32_t sw_park_move(const volatile void *from, const volatile void *to, uint32_t most);

/* All there come together: each goes on after the last of them, which the caller is. */
void sw_barrier_open(struct sw_vthread *thread, const volatile void *on,
                     const struct sw_wait_at *at);

/* That one, by the caller's time, and at no cost. */
void sw_unpark_at_once(struct sw_vthread *thread);

/* That one alone, wherever it waits. */
void sw_unpark_thread(struct sw_vthread *thread, struct sw_vthread *by);
