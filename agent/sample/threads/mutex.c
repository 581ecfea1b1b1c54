/* Wrappers of libc's locks: mutexes and spin locks, locks for readers and writers, and C11's. */
#include "agent/sample/threads/libc.h"
#include "base/ticks.h"

#include <errno.h>

SW_REPLACES int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_mutex_lock(mutex);
    return SW_LOCKING(w, mutex, true, EBUSY, libc->pthread_mutex_trylock(mutex),
                      libc->pthread_mutex_lock(mutex));
}

SW_REPLACES int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_mutex_timedlock(mutex, until);
    return SW_LOCKING(w, mutex, true, EBUSY, libc->pthread_mutex_trylock(mutex),
                      libc->pthread_mutex_timedlock(mutex, until));
}

SW_REPLACES int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                        const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_mutex_clocklock(mutex, clock, until);
    return SW_LOCKING(w, mutex, true, EBUSY, libc->pthread_mutex_trylock(mutex),
                      libc->pthread_mutex_clocklock(mutex, clock, until));
}

SW_REPLACES int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_mutex_unlock(mutex);
    return SW_UNLOCKING(w, mutex, libc->pthread_mutex_unlock(mutex));
}

SW_REPLACES int pthread_spin_lock(pthread_spinlock_t *lock)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_spin_lock(lock);
    return SW_LOCKING(w, lock, true, EBUSY, libc->pthread_spin_trylock(lock),
                      libc->pthread_spin_lock(lock));
}

SW_REPLACES int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_spin_unlock(lock);
    return SW_UNLOCKING(w, lock, libc->pthread_spin_unlock(lock));
}

/* Locks for one writer or many readers. Who releases one is charged, whichever it was. */

SW_REPLACES int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_rwlock_rdlock(lock);
    return SW_LOCKING(w, lock, false, EBUSY, libc->pthread_rwlock_tryrdlock(lock),
                      libc->pthread_rwlock_rdlock(lock));
}

SW_REPLACES int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_rwlock_wrlock(lock);
    return SW_LOCKING(w, lock, true, EBUSY, libc->pthread_rwlock_trywrlock(lock),
                      libc->pthread_rwlock_wrlock(lock));
}

SW_REPLACES int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_rwlock_timedrdlock(lock, until);
    return SW_LOCKING(w, lock, false, EBUSY, libc->pthread_rwlock_tryrdlock(lock),
                      libc->pthread_rwlock_timedrdlock(lock, until));
}

SW_REPLACES int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_rwlock_timedwrlock(lock, until);
    return SW_LOCKING(w, lock, true, EBUSY, libc->pthread_rwlock_trywrlock(lock),
                      libc->pthread_rwlock_timedwrlock(lock, until));
}

SW_REPLACES int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                                           const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_rwlock_clockrdlock(lock, clock, until);
    return SW_LOCKING(w, lock, false, EBUSY, libc->pthread_rwlock_tryrdlock(lock),
                      libc->pthread_rwlock_clockrdlock(lock, clock, until));
}

SW_REPLACES int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                                           const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_rwlock_clockwrlock(lock, clock, until);
    return SW_LOCKING(w, lock, true, EBUSY, libc->pthread_rwlock_trywrlock(lock),
                      libc->pthread_rwlock_clockwrlock(lock, clock, until));
}

SW_REPLACES int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_rwlock_unlock(lock);
    return SW_UNLOCKING(w, lock, libc->pthread_rwlock_unlock(lock));
}

/* C11's mutexes and conditions: libc's do not come by those of pthreads. */

SW_REPLACES int mtx_lock(mtx_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->mtx_lock(mutex);
    return SW_LOCKING(w, mutex, true, thrd_busy, libc->mtx_trylock(mutex), libc->mtx_lock(mutex));
}

SW_REPLACES int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->mtx_timedlock(mutex, until);
    return SW_LOCKING(w, mutex, true, thrd_busy, libc->mtx_trylock(mutex),
                      libc->mtx_timedlock(mutex, until));
}

SW_REPLACES int mtx_unlock(mtx_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->mtx_unlock(mutex);
    return SW_UNLOCKING(w, mutex, libc->mtx_unlock(mutex));
}

SW_REPLACES int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->cnd_wait(condition, mutex);
    return SW_WAITING_WITHOUT(w, mutex, condition, libc->cnd_wait(condition, mutex));
}

SW_REPLACES int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                              const struct timespec *restrict until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->cnd_timedwait(condition, mutex, until);
    return SW_WAITING_WITHOUT(w, mutex, condition, libc->cnd_timedwait(condition, mutex, until));
}

#define SIGNALS(name, whom)                           \
    SW_REPLACES int name(cnd_t *condition)            \
    {                                                 \
        struct sw_worker *w = sw_worker_known();      \
        if (w)                                        \
            sw_release(w, (uint64_t)condition, whom); \
        uint64_t since = sw_meter_ticks();            \
        int result = sw_libc()->name(condition);      \
        if (w)                                        \
            sw_worker_was_held_up(w, since);          \
        return result;                                \
    }
SIGNALS(cnd_signal, SW_RELEASE_ONE)
SIGNALS(cnd_broadcast, SW_RELEASE_ALL)
