/*
 * A program may have a handler for the signal that samples come by. It does not get to know of samples, and
 * they go on: what it sets for that signal is kept here, and the signals that others send get there. It
 * runs as if the kernel had called it, but that system calls are always begun again after it, and on the stack of
 * what it interrupts. Who does it by a system call of its own, without libc, takes the signal away from us.
 */
#include "base/raw.h"
#include "target/process/live_range.h"
#include "target/sample/start.h"
#include "target/sample/threads/libc.h"

#include <errno.h>
#include <ucontext.h>

/* Held with all signals blocked only, and for some instructions. */
static _Atomic bool is_taken;
static struct sigaction theirs; /* zeros: the default */

static uint64_t enter(void)
{
    uint64_t all = ~0ull, before = 0;
    sw_raw4(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&before, 8);
    while (atomic_exchange(&is_taken, true))
        ;
    return before;
}

static void leave(uint64_t before)
{
    atomic_store(&is_taken, false);
    sw_raw4(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, 8);
}

static bool is_ours(int number)
{
    const struct sw_live *live = sw_live;
    return live && live->sampling.taker && (int)live->sampling.signal == number;
}

static void exchange(const struct sigaction *now, struct sigaction *before)
{
    uint64_t mask = enter();
    struct sigaction old = theirs;
    if (now)
        theirs = *now;
    leave(mask);
    if (before)
        *before = old;
}

void sw_handler_pass(int number, siginfo_t *info, void *context)
{
    static const struct sigaction none;
    uint64_t blocked = enter();
    struct sigaction action = theirs;
    if (action.sa_flags & (int)SA_RESETHAND)
        theirs = none;
    leave(blocked);
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)
        return;
    sigset_t during, outer;
    sigorset(&during, &((const ucontext_t *)context)->uc_sigmask, &action.sa_mask);
    sigaddset(&during, number);
    sw_libc()->pthread_sigmask(SIG_SETMASK, &during, &outer);
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(number, info, context);
    else
        action.sa_handler(number);
    sw_libc()->pthread_sigmask(SIG_SETMASK, &outer, NULL);
}

void sw_handler_give_back(const struct sw_live *live)
{
    atomic_store(&is_taken, false); /* a thread of the parent may have had it */
    if (live && live->sampling.taker)
        sw_libc()->sigaction((int)live->sampling.signal, &theirs, NULL);
}

SW_REPLACES int sigaction(int number, const struct sigaction *restrict now,
                          struct sigaction *restrict before)
{
    if (!is_ours(number))
        return sw_libc()->sigaction(number, now, before);
    exchange(now, before);
    return 0;
}

SW_REPLACES sighandler_t signal(int number, sighandler_t handler)
{
    if (!is_ours(number))
        return sw_libc()->signal(number, handler);
    struct sigaction now = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigaddset(&now.sa_mask, number);
    exchange(&now, &before);
    return before.sa_handler;
}
