/*
 * A worker's deque of frames whose continuations can be stolen: the owner pushes and pops at the
 * tail, thieves take from the head, under a lock among themselves (Cilk-5's THE protocol).
 *
 * The owner takes no lock and no fence. It moves the tail, then looks at the head; a thief moves
 * the head, then looks at the tail; between the two a thief makes every other thread of the process
 * pass a full fence (membarrier(2)). So one of them sees the other's move. If it is the thief, it
 * puts the head back; if it is the owner, it takes the lock and looks again. Where the kernel does
 * not offer that, the owner fences by itself (`fenced`).
 *
 * A push is a plain store of the tail where that costs less than one that releases what was written before it (aarch64): a
 * thief that has seen the tail makes all threads pass a second fence before it looks at what was pushed. The owner cannot
 * take that away meanwhile: it would see the head.
 *
 * Pushes and the smooth case of pops are in the generated code (rewrite/prelude.c).
 * tests/sched/deque.c runs this very code through all interleavings.
 */
#pragma once

#include "agent/cilk/sched/frame.h"

enum {
    SW_ALARM = 1,  /* tell when there is something to steal */
    SW_FENCED = 2, /* look again behind a fence */
};

struct sw_deque {
    struct sw_frame **_Atomic tail; /* the owner's */
    _Atomic uint32_t alarm;         /* SW_ALARM: somebody sleeps; and always SW_FENCED, if that */
    uint32_t fenced;                /* 0 or SW_FENCED */
    void *sched_sp;                 /* of the worker; here for switch.S, as is: */
    struct sw_frame *root; /* that its thread began; NULL: of ours, or not in a computation */
    _Alignas(64) struct sw_frame **_Atomic head;
    _Atomic uint32_t lock;
    struct sw_frame **base;
    volatile bool is_mine; /* the lock is the owner's */
};

/* Is a push a plain store, as in the text of rewrite/prelude.c for this machine? */
#if defined __aarch64__
#define SW_DEQUE_PLAIN_PUSH 1
#else
#define SW_DEQUE_PLAIN_PUSH 0
#endif

/* What the protocol needs of the machine; a test has its own. */
#ifndef SW_DEQUE_MACHINE
void sw_deque_pause(unsigned times);
void sw_deque_fence_all(void);
#endif

static inline bool sw_deque_try_lock(struct sw_deque *d)
{
    return !atomic_load_explicit(&d->lock, memory_order_relaxed) &&
           !atomic_exchange_explicit(&d->lock, 1, memory_order_acquire);
}

static inline void sw_deque_unlock(struct sw_deque *d)
{
    atomic_store_explicit(&d->lock, 0, memory_order_release);
}

/* The owner's. If it has the lock already, a signal came meanwhile: its handler spawns, or has jumped out. */
static inline void sw_deque_lock_own(struct sw_deque *d)
{
    for (unsigned times = 0; !d->is_mine && !sw_deque_try_lock(d); times++)
        sw_deque_pause(times);
    d->is_mine = true;
}

static inline void sw_deque_unlock_own(struct sw_deque *d)
{
    d->is_mine = false;
    sw_deque_unlock(d);
}

/* Is there something to steal, at a glance? */
static inline bool sw_deque_offers(struct sw_deque *d)
{
    return atomic_load_explicit(&d->head, memory_order_relaxed) <
           atomic_load_explicit(&d->tail, memory_order_relaxed);
}

/*
 * Takes the oldest frame; NULL: there is none, or somebody was faster. The lock is held on success:
 * until it is released the owner does not know that the frame is gone.
 */
static inline struct sw_frame *sw_deque_steal(struct sw_deque *d)
{
    if (!sw_deque_offers(d) || !sw_deque_try_lock(d))
        return NULL;
    struct sw_frame **head = atomic_load_explicit(&d->head, memory_order_relaxed);
    atomic_store_explicit(&d->head, head + 1, memory_order_relaxed);
    sw_deque_fence_all();
    if (head + 1 <= atomic_load_explicit(&d->tail, memory_order_acquire)) {
        if (SW_DEQUE_PLAIN_PUSH)
            sw_deque_fence_all();
        return *head;
    }
    atomic_store_explicit(&d->head, head, memory_order_relaxed);
    sw_deque_unlock(d);
    return NULL;
}

/* Gives back what sw_deque_steal() has just taken, and releases the lock. */
static inline void sw_deque_return(struct sw_deque *d)
{
    struct sw_frame **head = atomic_load_explicit(&d->head, memory_order_relaxed);
    atomic_store_explicit(&d->head, head - 1, memory_order_relaxed);
    sw_deque_unlock(d);
}

/* Starts again from its base. The owner's, empty; under the lock. */
static inline void sw_deque_reset(struct sw_deque *d)
{
    atomic_store_explicit(&d->tail, d->base, memory_order_relaxed);
    atomic_store_explicit(&d->head, d->base, memory_order_relaxed);
}

/* The owner has moved the tail down and seen the head above it: was its frame stolen? If so, the
 * deque is empty, and starts again from its base. */
static inline bool sw_deque_lost(struct sw_deque *d)
{
    sw_deque_lock_own(d);
    bool lost = atomic_load_explicit(&d->head, memory_order_relaxed) >
                atomic_load_explicit(&d->tail, memory_order_relaxed);
    if (lost)
        sw_deque_reset(d);
    sw_deque_unlock_own(d);
    return lost;
}
