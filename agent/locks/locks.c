/*
 * Each does what libc's does and tells of it: of a lock that was taken when that is done, of one that is released before. So
 * what libc's functions take is outside the hold.
 */
#include "agent/core/libc_locks.h"
#include "agent/locks/hooks.h"
#include "agent/process/own_code.h"

#include <errno.h>
#include <stdatomic.h>

/* Libc's own functions, behind ours. */

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

static struct sw_locks_libc table;

static void __attribute__((constructor(101))) find(void)
{
    static const char *const names[] = {SW_LOCKS_LIBC(SW_LIBC_NAME)};
    sw_libc_fill(&table, names, sizeof names / sizeof *names);
}

/* Somebody's constructor may have been first. */
static const struct sw_locks_libc *sw_locks_libc(void)
{
    if (__builtin_expect(!table.pthread_mutex_lock, 0))
        find();
    return &table;
}

static void exercise(unsigned times, bool told);

struct sw_lock_teller spanwise_locks = {.exercise = exercise};

static void __attribute__((constructor(101))) start(void)
{
    spanwise_locks.code = sw_own_code();
}

static const struct sw_lock_hooks *hooks(void)
{
    return atomic_load_explicit(&spanwise_locks.hooks, memory_order_acquire);
}

/* One whose last owner has died is taken as well. C11's other results are below that. */
static inline bool is_had(int result)
{
    return !result || result == EOWNERDEAD;
}

static inline int taken(const void *lock, int result, enum sw_lock_how how, const void *from)
{
    const struct sw_lock_hooks *h = hooks();
    if (h && is_had(result))
        h->taken(lock, how, from, __builtin_frame_address(0));
    return result;
}

/* C11's mutexes are the same to libc. */
static inline enum sw_lock_how how_of(const void *lock)
{
    const pthread_mutex_t *mutex = lock;
    bool recursive = (mutex->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE;
    return recursive && mutex->__data.__count > 1 ? SW_LOCK_AGAIN : SW_LOCK_ALONE;
}

static inline void releases(const void *lock, const void *from)
{
    const struct sw_lock_hooks *h = hooks();
    if (h)
        h->releases(lock, from, __builtin_frame_address(0));
}

static inline void made(const void *lock, const void *from)
{
    const struct sw_lock_hooks *h = hooks();
    if (h)
        h->made(lock, from);
}

#define HERE __builtin_return_address(0)
#define LIBC (sw_locks_libc())

/* --- mutexes --- */

SW_REPLACES int pthread_mutex_lock(pthread_mutex_t *lock)
{
    int result = LIBC->pthread_mutex_lock(lock);
    return taken((const void *)lock, result, how_of(lock), HERE);
}

SW_REPLACES int pthread_mutex_trylock(pthread_mutex_t *lock)
{
    int result = LIBC->pthread_mutex_trylock(lock);
    return taken((const void *)lock, result, how_of(lock), HERE);
}

SW_REPLACES int pthread_mutex_timedlock(pthread_mutex_t *lock, const struct timespec *until)
{
    int result = LIBC->pthread_mutex_timedlock(lock, until);
    return taken((const void *)lock, result, how_of(lock), HERE);
}

SW_REPLACES int pthread_mutex_clocklock(pthread_mutex_t *lock, clockid_t clock,
                                        const struct timespec *until)
{
    int result = LIBC->pthread_mutex_clocklock(lock, clock, until);
    return taken((const void *)lock, result, how_of(lock), HERE);
}

SW_REPLACES int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    releases((const void *)lock, HERE);
    return LIBC->pthread_mutex_unlock(lock);
}

SW_REPLACES int pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *with)
{
    made((const void *)lock, HERE);
    return LIBC->pthread_mutex_init(lock, with);
}

SW_REPLACES int pthread_mutex_destroy(pthread_mutex_t *lock)
{
    made((const void *)lock, HERE);
    return LIBC->pthread_mutex_destroy(lock);
}

/* --- those of C11 --- */

SW_REPLACES int mtx_lock(mtx_t *lock)
{
    int result = LIBC->mtx_lock(lock);
    return taken((const void *)lock, result, how_of(lock), HERE);
}

SW_REPLACES int mtx_trylock(mtx_t *lock)
{
    int result = LIBC->mtx_trylock(lock);
    return taken((const void *)lock, result, how_of(lock), HERE);
}

SW_REPLACES int mtx_timedlock(mtx_t *restrict lock, const struct timespec *restrict until)
{
    int result = LIBC->mtx_timedlock(lock, until);
    return taken((const void *)lock, result, how_of(lock), HERE);
}

SW_REPLACES int mtx_unlock(mtx_t *lock)
{
    releases((const void *)lock, HERE);
    return LIBC->mtx_unlock(lock);
}

SW_REPLACES int mtx_init(mtx_t *lock, int type)
{
    made((const void *)lock, HERE);
    return LIBC->mtx_init(lock, type);
}

SW_REPLACES void mtx_destroy(mtx_t *lock)
{
    made(lock, HERE);
    LIBC->mtx_destroy(lock);
}

/* --- conditions: who waits does so without the lock, and has it again whatever the result is --- */

SW_REPLACES int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock)
{
    releases(lock, HERE);
    int result = LIBC->pthread_cond_wait(condition, lock);
    taken(lock, 0, how_of(lock), HERE);
    return result;
}

SW_REPLACES int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                       const struct timespec *until)
{
    releases(lock, HERE);
    int result = LIBC->pthread_cond_timedwait(condition, lock, until);
    taken(lock, 0, how_of(lock), HERE);
    return result;
}

SW_REPLACES int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                       clockid_t clock, const struct timespec *until)
{
    releases(lock, HERE);
    int result = LIBC->pthread_cond_clockwait(condition, lock, clock, until);
    taken(lock, 0, how_of(lock), HERE);
    return result;
}

SW_REPLACES int cnd_wait(cnd_t *condition, mtx_t *lock)
{
    releases(lock, HERE);
    int result = LIBC->cnd_wait(condition, lock);
    taken(lock, 0, how_of(lock), HERE);
    return result;
}

SW_REPLACES int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict lock,
                              const struct timespec *restrict until)
{
    releases(lock, HERE);
    int result = LIBC->cnd_timedwait(condition, lock, until);
    taken(lock, 0, how_of(lock), HERE);
    return result;
}

/* --- spin locks --- */

SW_REPLACES int pthread_spin_lock(pthread_spinlock_t *lock)
{
    int result = LIBC->pthread_spin_lock(lock);
    return taken((const void *)lock, result, SW_LOCK_ALONE, HERE);
}

SW_REPLACES int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    int result = LIBC->pthread_spin_trylock(lock);
    return taken((const void *)lock, result, SW_LOCK_ALONE, HERE);
}

SW_REPLACES int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    releases((const void *)lock, HERE);
    return LIBC->pthread_spin_unlock(lock);
}

SW_REPLACES int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    made((const void *)lock, HERE);
    return LIBC->pthread_spin_init(lock, shared);
}

SW_REPLACES int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    made((const void *)lock, HERE);
    return LIBC->pthread_spin_destroy(lock);
}

/* --- locks for one writer or many readers --- */

SW_REPLACES int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    int result = LIBC->pthread_rwlock_rdlock(lock);
    return taken((const void *)lock, result, SW_LOCK_SHARED, HERE);
}

SW_REPLACES int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    int result = LIBC->pthread_rwlock_tryrdlock(lock);
    return taken((const void *)lock, result, SW_LOCK_SHARED, HERE);
}

SW_REPLACES int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    int result = LIBC->pthread_rwlock_timedrdlock(lock, until);
    return taken((const void *)lock, result, SW_LOCK_SHARED, HERE);
}

SW_REPLACES int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                                           const struct timespec *until)
{
    int result = LIBC->pthread_rwlock_clockrdlock(lock, clock, until);
    return taken((const void *)lock, result, SW_LOCK_SHARED, HERE);
}

SW_REPLACES int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    int result = LIBC->pthread_rwlock_wrlock(lock);
    return taken((const void *)lock, result, SW_LOCK_ALONE, HERE);
}

SW_REPLACES int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    int result = LIBC->pthread_rwlock_trywrlock(lock);
    return taken((const void *)lock, result, SW_LOCK_ALONE, HERE);
}

SW_REPLACES int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    int result = LIBC->pthread_rwlock_timedwrlock(lock, until);
    return taken((const void *)lock, result, SW_LOCK_ALONE, HERE);
}

SW_REPLACES int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                                           const struct timespec *until)
{
    int result = LIBC->pthread_rwlock_clockwrlock(lock, clock, until);
    return taken((const void *)lock, result, SW_LOCK_ALONE, HERE);
}

SW_REPLACES int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    releases((const void *)lock, HERE);
    return LIBC->pthread_rwlock_unlock(lock);
}

SW_REPLACES int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *with)
{
    made((const void *)lock, HERE);
    return LIBC->pthread_rwlock_init(lock, with);
}

SW_REPLACES int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    made((const void *)lock, HERE);
    return LIBC->pthread_rwlock_destroy(lock);
}

/* --- what telling costs --- */

/* As long as ordinary code takes between two calls, each step waiting for the one before. */
static void compute(volatile uint64_t *x)
{
    uint64_t y = *x;
    for (int i = 0; i < 8; i++)
        y = y * 6364136223846793005u + 1442695040888963407u;
    *x = y;
}

static void exercise(unsigned times, bool told)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static volatile uint64_t x;
    for (unsigned i = 0; i < times; i++) {
        (told ? pthread_mutex_lock : LIBC->pthread_mutex_lock)(&lock);
        compute(&x);
        (told ? pthread_mutex_unlock : LIBC->pthread_mutex_unlock)(&lock);
        compute(&x);
    }
}
