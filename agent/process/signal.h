/*
 * The one signal by which threads of the program are interrupted, for samples and for ticks: libc's own for setuid() and
 * the like, which every thread has to make by itself. No program waits for it, blocks it or sees its action, because libc leaves it out of
 * every set and refuses to show it; runtimes without libc (Go) know that they have to leave it alone, too. So all of the program's
 * signals stay its own, as if we were not there.
 *
 * libc installs its handler when the program makes its first thread. We take its place, and hand on what we did not ask for.
 * The signal ends a program that has no handler for it, so none is sent to a thread that is in exec() (core/held.h).
 *
 * It must not be blocked while a thread waits: setuid() in another thread would wait for it. A thread that must not be interrupted
 * stops what sends the signals.
 */
#pragma once

#include "base/raw.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Whether the signal was for it. Called with all signals blocked, on the interrupted thread. */
typedef bool sw_signal_handler(siginfo_t *info, void *context);

/* Calls libc's handler. NULL: it is called directly. */
typedef void sw_signal_libc(void (*libc)(int, siginfo_t *, void *), siginfo_t *info, void *context);
extern sw_signal_libc *sw_signal_to_libc __attribute__((visibility("hidden")));

/* Takes the signal for one more handler, two at most. NULL: only to hand on what is libc's. */
void sw_signal_take(sw_signal_handler *ours);

/* Takes it back if libc has installed its handler meanwhile: before signals are sent. Any thread. */
void sw_signal_keep(void);

/* Interrupts a thread of this process; the handler finds `what` as the signal's value. */
bool sw_signal_send(int thread, void *what);
bool sw_signal_is_sent(const siginfo_t *info, const void *what);

/* In a handler during which other threads may run: lets signals in as they were before. */
void sw_signal_let_in(const void *context);

/* Whether a mask has all signals that a program can block: not the last two, and not those of libc, which it leaves out. */
static inline bool sw_signal_blocks_all(uint64_t mask)
{
    const uint64_t libcs = 3ull << (SW_SIGNAL - 2);
    return !~(mask | libcs | 1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1));
}
