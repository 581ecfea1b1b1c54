/*
 * Libc's locks and conditions, for the libraries that put functions of their own in front of them: their names, and a table of libc's own
 * behind ours.
 */
#ifndef SPANWISE_AGENT_CORE_LIBC_LOCKS_H
#define SPANWISE_AGENT_CORE_LIBC_LOCKS_H

#include "agent/core/libc_next.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#define SW_REPLACES __attribute__((visibility("default")))

#define SW_LIBC_LOCKS(X)          \
    X(pthread_mutex_lock)         \
    X(pthread_mutex_trylock)      \
    X(pthread_mutex_timedlock)    \
    X(pthread_mutex_clocklock)    \
    X(pthread_mutex_unlock)       \
    X(pthread_spin_lock)          \
    X(pthread_spin_trylock)       \
    X(pthread_spin_unlock)        \
    X(pthread_rwlock_rdlock)      \
    X(pthread_rwlock_wrlock)      \
    X(pthread_rwlock_tryrdlock)   \
    X(pthread_rwlock_trywrlock)   \
    X(pthread_rwlock_timedrdlock) \
    X(pthread_rwlock_timedwrlock) \
    X(pthread_rwlock_clockrdlock) \
    X(pthread_rwlock_clockwrlock) \
    X(pthread_rwlock_unlock)      \
    X(pthread_cond_wait)          \
    X(pthread_cond_timedwait)     \
    X(pthread_cond_clockwait)     \
    X(mtx_lock)                   \
    X(mtx_trylock)                \
    X(mtx_timedlock)              \
    X(mtx_unlock)                 \
    X(cnd_wait)                   \
    X(cnd_timedwait)

/* Those that make one. */
#define SW_LIBC_MAKERS(X)  \
    X(pthread_mutex_init)  \
    X(pthread_spin_init)   \
    X(pthread_rwlock_init) \
    X(mtx_init)

/* A table has a field for each function of such a list, and nothing else. */
#define SW_LIBC_FIELD(name) __typeof__(name) *name;
#define SW_LIBC_NAME(name)  #name,

/* Fills a table of so many. */
static inline void sw_libc_fill(void *table, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        void *found = sw_libc_next(names[i]);
        memcpy((char *)table + i * sizeof found, &found, sizeof found);
    }
}

#endif
