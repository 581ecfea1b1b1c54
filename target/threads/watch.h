/*
 * A thread of ours that looks every millisecond who has the baton. Who sleeps in the system outside a hook loses it: something
 * has blocked it that we do not see. Who runs for long while others wait gets a signal, a *tick*, by which it lets others
 * run whose virtual time is behind its own: it may wait for what they write.
 */
#ifndef SPANWISE_TARGET_THREADS_WATCH_H
#define SPANWISE_TARGET_THREADS_WATCH_H

#include <signal.h>
#include <stdint.h>

/* There are several threads from now on. In a hook, any number of times. */
void sw_watch_begin(void);

/* From now on, until released, neither ticks nor samples come to the calling thread: some calls end early by any signal. Returns what is
 * to be released: bits of signals. */
uint64_t sw_watch_hold(void);
void sw_watch_release(uint64_t held);

/* The same for a call that sets the mask: a copy with that, or NULL. */
const sigset_t *sw_watch_held(const sigset_t *mask, sigset_t *copy);

/* A mask of the program's, without that by which ticks come: who waits in a loop with all signals blocked needs them too. */
const sigset_t *sw_watch_without(const sigset_t *mask, sigset_t *copy);

/* Ticks come to the calling thread, whatever it has blocked before. */
void sw_watch_admit(void);

/* For good. */
void sw_watch_end(void);

/* In a child after fork(). */
void sw_watch_forget(void);

#endif
