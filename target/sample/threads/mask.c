/* A thread that blocks all signals is sampled all the same: ours is left out of what it blocks. */
#include "target/sample/quiet.h"
#include "target/sample/threads/libc.h"

#include <signal.h>

SW_REPLACES int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    sigset_t copy;
    if (how != SIG_UNBLOCK && sw_worker_known())
        set = sw_quiet_without(set, &copy);
    return sw_libc()->pthread_sigmask(how, set, before);
}

SW_REPLACES int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    sigset_t copy;
    if (how != SIG_UNBLOCK && sw_worker_known())
        set = sw_quiet_without(set, &copy);
    return sw_libc()->sigprocmask(how, set, before);
}
