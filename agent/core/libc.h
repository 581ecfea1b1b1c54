/*
 * Libc's own functions, for the libraries that put functions of their own in front of them (agent/calls/libc_names.h): what the program
 * would have called without ours. An allocator of the program's may be the first caller, in the middle of its own start. So nothing here
 * allocates or locks: dlsym() allocates a message if it finds nothing, and dlvsym() needs a version.
 *
 * Wrappers keep errno, results, and cancellation points as libc has them: where one tries first without waiting, it tests for
 * cancellation before.
 */
#pragma once

#include "agent/calls/libc_names.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

/* The function of that name in the first module after our own, in its default version. NULL: there is none. */
void *sw_libc_next(const char *name);

/* The same, for a place that calls it again and again: looked for once. */
#define SW_LIBC_NEXT(name)                \
    ({                                    \
        static void *found_;              \
        if (!found_)                      \
            found_ = sw_libc_next(#name); \
        found_;                           \
    })

#define SW_LIBC_FIELD(type, name, ...) __typeof__(name) *name;
struct sw_libc {
    SW_LIBC_NAMES(SW_LIBC_FIELD)
};
#undef SW_LIBC_FIELD

extern struct sw_libc sw_libc_table __attribute__((visibility("hidden")));

__attribute__((noinline, cold)) void sw_libc_find(void);

/* Filled in when the library is loaded; somebody's constructor may have been first. */
static inline const struct sw_libc *sw_libc(void)
{
    if (__builtin_expect(!sw_libc_table.pthread_mutex_lock, 0))
        sw_libc_find();
    return &sw_libc_table;
}

/* --- Locks of all kinds. Results are POSIX's --- */

enum sw_libc_lock {
    SW_LIBC_MUTEX,
    SW_LIBC_C11, /* to libc a mutex as well */
    SW_LIBC_SPIN,
    SW_LIBC_READER,
    SW_LIBC_WRITER,
};

static inline bool sw_is_mutex(enum sw_libc_lock kind)
{
    return kind <= SW_LIBC_C11;
}

static inline bool sw_is_rwlock(enum sw_libc_lock kind)
{
    return kind >= SW_LIBC_READER;
}

static inline __attribute__((always_inline)) int sw_libc_try(enum sw_libc_lock kind, void *lock)
{
    switch (kind) {
    case SW_LIBC_SPIN:
        return sw_libc()->pthread_spin_trylock(lock);
    case SW_LIBC_READER:
        return sw_libc()->pthread_rwlock_tryrdlock(lock);
    case SW_LIBC_WRITER:
        return sw_libc()->pthread_rwlock_trywrlock(lock);
    default:
        return sw_libc()->pthread_mutex_trylock(lock);
    }
}

/* NULL: for ever. */
static inline int sw_libc_take(enum sw_libc_lock kind, void *lock, const struct timespec *until)
{
    const struct sw_libc *libc = sw_libc();
    switch (kind) {
    case SW_LIBC_SPIN:
        return libc->pthread_spin_lock(lock);
    case SW_LIBC_READER:
        return until ? libc->pthread_rwlock_timedrdlock(lock, until)
                     : libc->pthread_rwlock_rdlock(lock);
    case SW_LIBC_WRITER:
        return until ? libc->pthread_rwlock_timedwrlock(lock, until)
                     : libc->pthread_rwlock_wrlock(lock);
    default:
        return until ? libc->pthread_mutex_timedlock(lock, until) : libc->pthread_mutex_lock(lock);
    }
}

static inline __attribute__((always_inline)) int sw_libc_release(enum sw_libc_lock kind, void *lock)
{
    return kind == SW_LIBC_SPIN ? sw_libc()->pthread_spin_unlock(lock)
           : sw_is_rwlock(kind) ? sw_libc()->pthread_rwlock_unlock(lock)
                                : sw_libc()->pthread_mutex_unlock(lock);
}

/* Of glibc's: who has it alone. 0: nobody, or nobody knows. */
static inline int sw_libc_owner(enum sw_libc_lock kind, const void *lock)
{
    const pthread_mutex_t *mutex = lock;
    const pthread_rwlock_t *rwlock = lock;
    if (kind == SW_LIBC_SPIN)
        return 0;
    return __atomic_load_n(sw_is_mutex(kind) ? &mutex->__data.__owner
                                             : &rwlock->__data.__cur_writer,
                           __ATOMIC_RELAXED);
}

/* ... and of which type a mutex is: PTHREAD_MUTEX_NORMAL, ... */
static inline int sw_mutex_type(const void *lock)
{
    return ((const pthread_mutex_t *)lock)->__data.__kind & 3;
}

/* One whose last owner has died is taken as well. No result of C11's is that. */
static inline bool sw_is_taken(int result)
{
    return !result || result == EOWNERDEAD;
}

/* What the function is to say: C11's have results of their own. */
static inline int sw_libc_result(enum sw_libc_lock kind, int error)
{
    if (kind != SW_LIBC_C11)
        return error;
    return !error               ? thrd_success
           : error == EBUSY     ? thrd_busy
           : error == ETIMEDOUT ? thrd_timedout
           : error == ENOMEM    ? thrd_nomem
                                : thrd_error;
}

/* --- Conditions --- */

/* Of glibc's: other processes may wait for it. */
static inline bool sw_condition_is_shared(const pthread_cond_t *condition)
{
    return __atomic_load_n(&condition->__data.__wrefs, __ATOMIC_RELAXED) & 1;
}

/* The clock that pthread_cond_timedwait() goes by. */
static inline clockid_t sw_condition_clock(const pthread_cond_t *condition)
{
    return __atomic_load_n(&condition->__data.__wrefs, __ATOMIC_RELAXED) & 2 ? CLOCK_MONOTONIC
                                                                             : CLOCK_REALTIME;
}

/* --- Time --- */

static inline bool sw_is_time(const struct timespec *time)
{
    return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

static inline uint64_t sw_time_ns(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
}

/* How long it is to be slept. UINT64_MAX: libc is to say what is wrong with it. */
static inline uint64_t sw_sleep_ns(const struct timespec *time)
{
    return time && time->tv_sec >= 0 && sw_is_time(time) ? sw_time_ns(time) : UINT64_MAX;
}

/* ... or what time that is by a clock of another kind. */
static inline uint64_t sw_sleep_ns_by(clockid_t clock, int flags, const struct timespec *time)
{
    struct timespec now = {0};
    uint64_t ns = sw_sleep_ns(time);
    if (ns == UINT64_MAX ||
        (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME))
        return UINT64_MAX;
    if (flags & TIMER_ABSTIME)
        clock_gettime(clock, &now);
    return ns > sw_time_ns(&now) ? ns - sw_time_ns(&now) : 0;
}
