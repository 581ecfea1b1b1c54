#include "target/sample/quiet.h"
#include "base/raw.h"
#include "target/process/live_range.h"

/* 0: there is none, or the program has its own handler by now. */
static int our_signal(void)
{
    const struct sw_live *live = sw_live;
    struct sw_raw_action now = {0, 0, 0, 0};
    if (!live || !live->sampling.handler || atomic_load(&live->stopped) ||
        sw_raw4(SYS_rt_sigaction, live->sampling.signal, 0, (long)&now, 8) < 0)
        return 0;
    return now.handler == live->sampling.handler ? (int)live->sampling.signal : 0;
}

static uint64_t bit(int number)
{
    return 1ull << (number - 1);
}

bool sw_quiet_begin(void)
{
    int number = our_signal();
    uint64_t ours = number ? bit(number) : 0, before = ours;
    if (ours)
        sw_raw4(SYS_rt_sigprocmask, SIG_BLOCK, (long)&ours, (long)&before, 8);
    return number && !(before & ours);
}

void sw_quiet_end(bool was_let_in)
{
    if (was_let_in)
        sw_quiet_let_in();
}

void sw_quiet_let_in(void)
{
    uint64_t ours = sw_live ? bit((int)sw_live->sampling.signal) : 0;
    if (ours)
        sw_raw4(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&ours, 0, 8);
}

const sigset_t *sw_quiet_with(const sigset_t *set, sigset_t *copy)
{
    int number = set ? our_signal() : 0;
    if (!number)
        return set;
    *copy = *set;
    sigaddset(copy, number);
    return copy;
}

const sigset_t *sw_quiet_without(const sigset_t *set, sigset_t *copy)
{
    int number =
        set && sw_live && sigismember(set, (int)sw_live->sampling.signal) ? our_signal() : 0;
    if (!number)
        return set;
    *copy = *set;
    sigdelset(copy, number);
    return copy;
}
