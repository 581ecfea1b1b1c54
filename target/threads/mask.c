/* A thread that blocks all signals gets ticks all the same. */
#include "target/threads/libc.h"
#include "target/threads/watch.h"

#define MASK(name)                                                                           \
    SW_REPLACES int name(int how, const sigset_t *restrict set, sigset_t *restrict before)   \
    {                                                                                        \
        sigset_t copy;                                                                       \
        return sw_libc()->name(how, how == SIG_UNBLOCK ? set : sw_watch_without(set, &copy), \
                               before);                                                      \
    }

MASK(pthread_sigmask)
MASK(sigprocmask)
