/*
 * Libc's locks and conditions, for the libraries that put functions of their own in front of them: their names, and a table of libc's own
 * behind ours. Uses libc. What a malloc() of the program's may call while the table is being filled is in it from the start.
 */
#ifndef SPANWISE_TARGET_CORE_LIBC_LOCKS_H
#define SPANWISE_TARGET_CORE_LIBC_LOCKS_H

#include "target/core/libc_next.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
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

#if defined __x86_64__
#define SW_LIBC_OLDEST "GLIBC_2.2.5"
#else
#define SW_LIBC_OLDEST "GLIBC_2.17"
#endif

/* Libc's other names of some. The linker knows them by their version only. In the one file that has the table: */
#define SW_LIBC_DECLARE_EARLY                                                       \
    extern __typeof__(pthread_mutex_lock) libc_mutex_lock;                          \
    extern __typeof__(pthread_mutex_trylock) libc_mutex_trylock;                    \
    extern __typeof__(pthread_mutex_unlock) libc_mutex_unlock;                      \
    __asm__(".symver libc_mutex_lock, __pthread_mutex_lock@" SW_LIBC_OLDEST);       \
    __asm__(".symver libc_mutex_trylock, __pthread_mutex_trylock@" SW_LIBC_OLDEST); \
    __asm__(".symver libc_mutex_unlock, __pthread_mutex_unlock@" SW_LIBC_OLDEST);
#define SW_LIBC_EARLY                                                                   \
    .pthread_mutex_lock = libc_mutex_lock, .pthread_mutex_trylock = libc_mutex_trylock, \
    .pthread_mutex_unlock = libc_mutex_unlock

/* Fills a table of so many; what is not found stays as it is. False: the thread is at it already. */
static inline bool sw_libc_fill(void *table, const char *const *names, size_t n)
{
    static __thread volatile bool
        is_finding; /* dlsym() is declared not to come back to this file */
    if (is_finding)
        return false;
    is_finding = true;
    for (size_t i = 0; i < n; i++) {
        void *found = sw_libc_next(names[i]);
        if (found)
            memcpy((char *)table + i * sizeof found, &found, sizeof found);
    }
    is_finding = false;
    return true;
}

#endif
