/*
 * What a simulator asks of those who know more than it does: that its threads are in teams, that libc is guarded, that
 * tasks wait for events. One table, in core/hooks.c, and constant: a program may come to its first region before any
 * constructor of ours has run.
 */
#pragma once

struct sw_omp_thread;

struct sw_omp_hooks {
    /* An OS thread has a simulator now, whose root that is; it has ended; in a child after fork(): there is at most one. */
    void (*begin)(struct sw_omp_thread *root);
    void (*end)(void);
    void (*forked)(void);
    /* A pthread has been started for a logical thread, which that one's life then is. */
    void (*started)(void);
    void (*live)(struct sw_omp_thread *thread) __attribute__((noreturn));
    /* Nothing runs, but tasks wait for events: those that others have fulfilled. */
    void (*take_events)(struct sw_omp_thread *thread);
};

extern const struct sw_omp_hooks sw_omp_hooks __attribute__((visibility("hidden")));
