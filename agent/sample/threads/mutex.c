/* Mutexes and spin locks. What is free is taken without a reading of the clock. */
#include "agent/sample/threads/libc.h"

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
