/* Locks for one writer or many readers. Who releases one is charged, whichever it was. */
#include "agent/sample/threads/libc.h"

#include <errno.h>

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
