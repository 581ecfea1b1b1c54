/*
 * A thread of ours that looks every millisecond who has the baton. Who sleeps in the system outside a hook loses it: something
 * has blocked it that we do not see. Who runs for long while others wait gets a signal, a *tick*, by which it lets others
 * run whose virtual time is behind its own: it may wait for what they write.
 */
#pragma once

#include <stdbool.h>

struct sw_vthread;

/* The program's own allocator: its locks stay libc's. If another thread ran while it has one, whoever allocates in a hook, as pthread_create()
 * does, would wait for it with the baton, for ever. */
bool sw_watch_is_allocator(const void *caller);

/* There are several threads from now on. In a hook, any number of times. */
void sw_watch_begin(void);

/* From now on, until released, neither ticks nor samples come to the calling thread: some calls end early by any signal. In a hook. */
void sw_watch_hold(struct sw_vthread *thread);
void sw_watch_release(struct sw_vthread *thread);

/* For good. */
void sw_watch_end(void);

/* In a child after fork(). */
void sw_watch_forget(void);
