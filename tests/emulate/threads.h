/*
 * Simulated threads on P processors, for the brute force: each is C code on a stack of its own, which
 * pays for what takes time and waits for others. Of n that could run, each runs at the speed
 * min(1, P / n). The one that has least left comes next, of those the lowest number; it goes on until
 * something takes time or it waits. One simulation at a time.
 */
#pragma once

#include "analysis/emulate/emulate.h"

#include <stdbool.h>

struct fiber;

enum thread_state { THREAD_RUNS, THREAD_RESTS, THREAD_WAITS, THREAD_WAITS_FOR_LOCK, THREAD_GONE };

struct thread {
    unsigned number;
    enum thread_state state;
    double left;         /* until its next event */
    struct fiber *fiber; /* what it does; NULL: nothing */
    void *team, *given;  /* for the rules: the OpenMP team that it is in; a task handed to it ... */
    unsigned serial;     /* ... sections that it does by itself ... */
    double waits_since;  /* ... since when it waits */
    unsigned identity;   /* ... by which users of locks and queues are told apart, from 1 on */
    unsigned n_own,
        queue_user; /* ... its own tasks that are queued, and who used their queue last */
    bool at_barrier,
        again; /* ... whether its task was taken at a barrier, and it has just done one */
    const void *released; /* ... the lock that it released last, in which section, and when */
    unsigned released_in;
    double released_at;
};

struct machine {
    unsigned processors;
    double time, lost[SW_WHY_CAUSES];
    double clock;                        /* what each that runs has done */
    unsigned epoch;                      /* outermost sections so far */
    unsigned open;                       /* sections */
    struct sw_emulated_section *section; /* the outermost one, or NULL */
    struct thread **threads;             /* not gone, by number */
    size_t n_threads;
    unsigned next_number, identities;
    struct thread *now;  /* whose code runs */
    bool (*quiet)(void); /* before time passes: true if it has woken somebody */
};

extern struct machine machine;

void machine_begin(unsigned processors);
void machine_end(void);

/* Until all code has come to its end or waits for good. */
void machine_run(void);

/* When the body comes to its end, the thread goes on with the fiber that it returns; NULL: it waits for one. */
struct fiber *fiber_new(struct fiber *(*body)(void *), void *argument);

/* Runs from now on, where it has a fiber; else waits for one. */
struct thread *thread_new(struct fiber *fiber);

/* Of the thread that runs: takes time; as a loss, or SW_WHY_CAUSES for none. */
void pay(double amount, enum sw_why loss);
void lose(double amount, enum sw_why loss);
void wait_for(enum thread_state state);

/* Takes time without a processor. Where there are no more threads than those. */
void rest_for(double amount);
void end_rests(void); /* of all, now */

/* Leaves the fiber for another one, at once; or for none: the thread waits. Comes back on whichever thread takes it up. */
void leave_for(struct fiber *other);

/* Another thread goes on after so much. */
void wake(struct thread *thread, double after);
void end_thread(struct thread *thread);
