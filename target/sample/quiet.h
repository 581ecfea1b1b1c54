/*
 * System calls that a signal ends, whatever its handler's flags say (poll, nanosleep, ...): while one is on, the
 * signal of samples is kept out, so that the program does not see an EINTR that is not its own. Where the program
 * has taken the signal for itself, nothing is done.
 */
#ifndef SPANWISE_TARGET_SAMPLE_QUIET_H
#define SPANWISE_TARGET_SAMPLE_QUIET_H

#include <signal.h>
#include <stdbool.h>

/* Keeps errno. True: it was let in, and is to be again. */
bool sw_quiet_begin(void);
void sw_quiet_end(bool was_let_in);

/* It comes to the calling thread, though its creator has blocked all signals. */
void sw_quiet_let_in(void);

/* The same set of signals, with ours, or without; NULL stays NULL. */
const sigset_t *sw_quiet_with(const sigset_t *set, sigset_t *copy);
const sigset_t *sw_quiet_without(const sigset_t *set, sigset_t *copy);

#endif
