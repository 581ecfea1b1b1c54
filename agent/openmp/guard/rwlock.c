/* Locks for readers and writers inside a region. */
#include "agent/openmp/guard/mutex.h"
#include "agent/openmp/guard/real.h"
#include "agent/openmp/simulator/park.h"
#include "agent/openmp/simulator/record.h"

#include <errno.h>

#define HERE __builtin_return_address(0)

typedef int sw_omp_try(pthread_rwlock_t *lock);

/* EDEADLK is for libc to say: whoever holds it for writing tries to no end otherwise. */
static bool is_own(struct sw_omp_thread *t, const pthread_rwlock_t *lock)
{
    return __atomic_load_n(&lock->__data.__cur_writer, __ATOMIC_RELAXED) == sw_omp_owner(t);
}

static int take(pthread_rwlock_t *lock, sw_omp_try *attempt, const struct timespec *until,
                const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    if (is_own(t, lock)) {
        sw_omp_leave(t);
        return EDEADLK;
    }
    uint32_t construct = sw_omp_construct(t, SW_OMP_LOCK, address);
    sw_omp_let_others(t);
    uint64_t since = t->clock;
    int result;
    while ((result = attempt(lock)) == EBUSY) {
        if (!sw_omp_park(t, lock) && until && sw_omp_is_past(CLOCK_REALTIME, until)) {
            result = ETIMEDOUT;
            break;
        }
    }
    sw_omp_count(t->simulator, construct, SW_OMP_LOCK_WAIT, t->clock - since);
    sw_omp_leave(t);
    return result;
}

/* Who tries and fails will try again. */
static int attempt(struct sw_omp_thread *t, pthread_rwlock_t *lock, sw_omp_try *function)
{
    sw_omp_enter_to_wait(t);
    sw_omp_let_others(t);
    int result = function(lock);
    if (result == EBUSY)
        sw_omp_yield(t);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_rdlock(lock);
    return take(lock, sw_omp_real()->pthread_rwlock_tryrdlock, NULL, HERE);
}

SW_OMP_REPLACES int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_wrlock(lock);
    return take(lock, sw_omp_real()->pthread_rwlock_trywrlock, NULL, HERE);
}

SW_OMP_REPLACES int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_timedrdlock(lock, until);
    return take(lock, sw_omp_real()->pthread_rwlock_tryrdlock, until, HERE);
}

SW_OMP_REPLACES int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_timedwrlock(lock, until);
    return take(lock, sw_omp_real()->pthread_rwlock_trywrlock, until, HERE);
}

SW_OMP_REPLACES int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_rwlock_tryrdlock(lock);
    return attempt(t, lock, sw_omp_real()->pthread_rwlock_tryrdlock);
}

SW_OMP_REPLACES int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_rwlock_trywrlock(lock);
    return attempt(t, lock, sw_omp_real()->pthread_rwlock_trywrlock);
}

/* Those who are behind are to find it held. */
SW_OMP_REPLACES int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_rwlock_unlock(lock);
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_let_others(t);
    int result = sw_omp_real()->pthread_rwlock_unlock(lock);
    sw_omp_unpark(t, lock, true, 0);
    sw_omp_leave(t);
    return result;
}
