/*
 * Threads of the program, and the guard that everything passes that touches a thread's strand.
 *
 * An event begins with sw_thread_enter() and ends with sw_thread_leave(). Between them a signal
 * handler of the program that reaches another event is turned away and counted. A handler that
 * jumps out of an event leaves the engine in the middle of things: the thread stays busy, its later
 * events are turned away too, and the profile is marked as damaged.
 *
 * What stubs note down needs no guard: a handler in the middle of a note can at worst lose its own
 * notes, or be lost for one.
 *
 * In a parallel run a thief wants to know where its victim stands, and replays the victim's notes
 * itself if need be. So whoever replays a worker's notes holds its lock. Notes are taken without.
 */
#pragma once

#include "agent/process/live_range.h"
#include "base/raw.h"

/* Stands for threads that are not known yet: it has no room for notes. */
extern SW_HIDDEN struct sw_thread sw_thread_nobody;

/* This thread. */
extern SW_HIDDEN __thread struct sw_thread *sw_thread_self
    __attribute__((tls_model("initial-exec")));

/* The first event of a thread: makes it known. NULL: switched off, or no memory for it. */
__attribute__((noinline, cold)) struct sw_thread *sw_thread_new(uint64_t sp);

/* A thread of the program or of the calibration. Its strand is inside its root, and has room for some
 * frames, which grows. NULL: no memory. */
struct sw_thread *sw_thread_make(struct sw_live *live, uint64_t frames, uint64_t most);

/* The calling thread is sampled from now on, if threads are: the first one when all is set up, others
 * as they are made. Inside an event. */
void sw_thread_sample(struct sw_live *live, struct sw_thread *thread, uint64_t sp);

/* Runs that leg from now on, or no more. Inside an event; all notes have been replayed. */
void sw_thread_run(struct sw_thread *thread, struct sw_leg *leg);
void sw_thread_rest(struct sw_thread *thread);

/* False: the profile has ended, and nobody is to touch it. */
static inline bool sw_thread_lock(struct sw_thread *t)
{
    for (unsigned times = 1; atomic_exchange_explicit(&t->replaying, 1, memory_order_acquire);) {
        if (atomic_load_explicit(&t->live->frozen, memory_order_relaxed))
            return false;
        sw_wait(times++);
    }
    return true;
}

/* The program ends, maybe in the middle of a computation: waits until no other worker is inside an
 * event, and has them all kept out from now on. */
void sw_thread_freeze_all(struct sw_live *live);

static inline void sw_thread_unlock(struct sw_thread *t)
{
    atomic_store_explicit(&t->replaying, 0, memory_order_release);
}

static inline struct sw_thread *sw_thread_enter(uint64_t sp)
{
    struct sw_thread *t = sw_thread_self;
    if (__builtin_expect(t == &sw_thread_nobody, 0) && !(t = sw_thread_new(sp)))
        return NULL;
    if (__builtin_expect(!t->next, 0)) {
        t->elsewhere += t->idle;
        t->dropped += !t->idle;
        return NULL;
    }
    t->notes_end = t->next;
    __asm__ volatile("" ::: "memory"); /* a thief that sees the one sees the other */
    t->next = NULL;
    __asm__ volatile("" ::: "memory");
    return !t->shared || sw_thread_lock(t) ? t : NULL;
}

/* All notes have been replayed. */
static inline void sw_thread_leave(struct sw_thread *t)
{
    t->replayed = t->notes;
    __asm__ volatile("" ::: "memory");
    t->next = t->notes;
    if (t->shared)
        sw_thread_unlock(t);
}
