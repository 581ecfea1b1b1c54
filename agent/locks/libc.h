/* Libc's own functions, behind ours. */
#ifndef SPANWISE_AGENT_LOCKS_LIBC_H
#define SPANWISE_AGENT_LOCKS_LIBC_H

#include "agent/core/libc_locks.h"

#define SW_LOCKS_LIBC(X)      \
    SW_LIBC_LOCKS(X)          \
    SW_LIBC_MAKERS(X)         \
    X(pthread_mutex_destroy)  \
    X(pthread_spin_destroy)   \
    X(pthread_rwlock_destroy) \
    X(mtx_destroy)

struct sw_locks_libc {
    SW_LOCKS_LIBC(SW_LIBC_FIELD)
};

const struct sw_locks_libc *sw_locks_libc(void);

#endif
