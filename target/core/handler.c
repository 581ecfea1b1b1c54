#include "target/core/handler.h"
#include "base/raw.h"
#include "target/core/libc_next.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

#define REPLACES __attribute__((visibility("default")))

/* Held with all signals blocked only, and for some instructions. */
static _Atomic bool is_taken;
static struct kept {
    int number;
    struct sigaction theirs; /* zeros: the default */
} kept[2];

static uint64_t set_mask(uint64_t mask)
{
    uint64_t before = 0;
    sw_raw4(SYS_rt_sigprocmask, SIG_SETMASK, (long)&mask, (long)&before, 8);
    return before;
}

static uint64_t enter(void)
{
    uint64_t before = set_mask(~0ull);
    while (atomic_exchange(&is_taken, true))
        ;
    return before;
}

static void leave(uint64_t before)
{
    atomic_store(&is_taken, false);
    set_mask(before);
}

static struct kept *find(int number)
{
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++)
        if (number && kept[i].number == number)
            return &kept[i];
    return NULL;
}

int sw_handler_real(int number, const struct sigaction *now, struct sigaction *before)
{
    static void *found;
    __typeof__(sigaction) *real;
    if (!found)
        found = sw_libc_next("sigaction");
    *(void **)&real = found;
    return real(number, now, before);
}

void sw_handler_keep(int number)
{
    for (unsigned i = 0; !find(number) && i < sizeof kept / sizeof *kept; i++)
        if (!kept[i].number)
            kept[i] = (struct kept){.number = number};
}

void sw_handler_pass(int number, siginfo_t *info, void *context)
{
    static const struct sigaction none;
    struct kept *k = find(number);
    if (!k)
        return;
    uint64_t blocked = enter();
    struct sigaction action = k->theirs;
    if (action.sa_flags & (int)SA_RESETHAND)
        k->theirs = none;
    leave(blocked);
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)
        return;
    sigset_t during;
    sigorset(&during, &((const ucontext_t *)context)->uc_sigmask, &action.sa_mask);
    sigaddset(&during, number);
    uint64_t outer = set_mask(*(const uint64_t *)&during);
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(number, info, context);
    else
        action.sa_handler(number);
    set_mask(outer);
}

void sw_handler_give_back(void)
{
    atomic_store(&is_taken, false); /* a thread of the parent may have had it */
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++) {
        struct kept old = kept[i];
        kept[i].number = 0;
        if (old.number)
            sw_handler_real(old.number, &old.theirs, NULL);
    }
}

static void exchange(struct kept *k, const struct sigaction *now, struct sigaction *before)
{
    uint64_t mask = enter();
    struct sigaction old = k->theirs;
    if (now)
        k->theirs = *now;
    leave(mask);
    if (before)
        *before = old;
}

REPLACES int sigaction(int number, const struct sigaction *restrict now,
                       struct sigaction *restrict before)
{
    struct kept *k = find(number);
    if (!k)
        return sw_handler_real(number, now, before);
    exchange(k, now, before);
    return 0;
}

REPLACES sighandler_t signal(int number, sighandler_t handler)
{
    static void *found;
    __typeof__(signal) *real;
    struct kept *k = find(number);
    if (!k) {
        if (!found)
            found = sw_libc_next("signal");
        *(void **)&real = found;
        return real(number, handler);
    }
    struct sigaction now = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigaddset(&now.sa_mask, number);
    exchange(k, &now, &before);
    return before.sa_handler;
}
