/*
 * Condition variables inside a region. Threads of a machine wait for each other without libc; a signal
 * is given to it too, for OS threads that wait there. A signal from one of those is lost, but all who wait
 * look again when nobody can run: they may wake for no reason.
 */
#include "front/openmp/guard/mutex.h"
#include "front/openmp/guard/park.h"
#include "front/openmp/guard/real.h"

#include <errno.h>

#define HERE __builtin_return_address(0)

static int wait_on(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                   const struct timespec *until, const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    int result = sw_omp_mutex_release(t, mutex);
    if (!result) {
        bool signalled = sw_omp_park(t, condition);
        int taken = sw_omp_mutex_take(t, mutex, 0, NULL, address);
        if (taken)
            result = taken;
        else if (!signalled && until && sw_omp_is_past(clock, until))
            result = ETIMEDOUT;
    }
    sw_omp_leave(t);
    return result;
}

/* Which clock it was made for: libc's __PTHREAD_COND_CLOCK_MONOTONIC_MASK. */
static clockid_t clock_of(const pthread_cond_t *condition)
{
    unsigned flags = __atomic_load_n(&condition->__data.__wrefs, __ATOMIC_RELAXED);
    return flags & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

SW_OMP_REPLACES int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_cond_wait(condition, mutex);
    return wait_on(condition, mutex, 0, NULL, HERE);
}

SW_OMP_REPLACES int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                           const struct timespec *until)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_cond_timedwait(condition, mutex, until);
    return wait_on(condition, mutex, clock_of(condition), until, HERE);
}

SW_OMP_REPLACES int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                           clockid_t clock, const struct timespec *until)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_cond_clockwait(condition, mutex, clock, until);
    return wait_on(condition, mutex, clock, until, HERE);
}

/* Those who are behind may come to wait before it. */
static void signal_to(pthread_cond_t *condition, bool all)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_give_way(t);
    sw_omp_unpark(t, condition, all, 0);
    sw_omp_leave(t);
}

SW_OMP_REPLACES int pthread_cond_signal(pthread_cond_t *condition)
{
    if (sw_omp_in_region())
        signal_to(condition, false);
    return sw_omp_real()->pthread_cond_signal(condition);
}

SW_OMP_REPLACES int pthread_cond_broadcast(pthread_cond_t *condition)
{
    if (sw_omp_in_region())
        signal_to(condition, true);
    return sw_omp_real()->pthread_cond_broadcast(condition);
}
