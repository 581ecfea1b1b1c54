/* Semaphores, and the end of another thread, inside a region. */
#include "agent/core/held.h"
#include "agent/openmp/guard/mutex.h"
#include "agent/openmp/guard/real.h"
#include "agent/openmp/simulator/park.h"

#include <errno.h>

static int wait_for(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    struct sw_omp_thread *t = sw_omp_enter();
    int result;
    sw_omp_let_others(t);
    while ((result = sw_omp_real()->sem_trywait(semaphore)) < 0 && errno == EAGAIN) {
        if (!sw_omp_park(t, semaphore) && until && sw_omp_is_past(clock, until)) {
            errno = ETIMEDOUT;
            break;
        }
    }
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int sem_wait(sem_t *semaphore)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->sem_wait(semaphore);
    return wait_for(semaphore, CLOCK_REALTIME, NULL);
}

SW_OMP_REPLACES int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    if (!sw_omp_in_region())
        return SW_HELD(sw_omp_real()->sem_timedwait(semaphore, until));
    return wait_for(semaphore, CLOCK_REALTIME, until);
}

SW_OMP_REPLACES int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    if (!sw_omp_in_region() || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC))
        return SW_HELD(sw_omp_real()->sem_clockwait(semaphore, clock, until));
    return wait_for(semaphore, clock, until);
}

SW_OMP_REPLACES int sem_trywait(sem_t *semaphore)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->sem_trywait(semaphore);
    sw_omp_enter_to_wait(t);
    sw_omp_let_others(t);
    int result = sw_omp_real()->sem_trywait(semaphore), error = errno;
    if (result < 0)
        sw_omp_yield(t);
    sw_omp_leave(t);
    errno = error;
    return result;
}

/* Those who are behind are to come before it. */
SW_OMP_REPLACES int sem_post(sem_t *semaphore)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->sem_post(semaphore);
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_let_others(t);
    int result = sw_omp_real()->sem_post(semaphore);
    sw_omp_unpark(t, semaphore, false, 0);
    sw_omp_leave(t);
    return result;
}

/* It is an OS thread of the program's own: nobody here can tell when it ends. */
SW_OMP_REPLACES int pthread_join(pthread_t thread, void **value)
{
    if (!sw_omp_in_region())
        return sw_omp_real()->pthread_join(thread, value);
    struct sw_omp_thread *t = sw_omp_enter();
    int result;
    while ((result = sw_omp_real()->pthread_tryjoin_np(thread, value)) == EBUSY)
        sw_omp_park(t, (const void *)thread);
    sw_omp_leave(t);
    return result;
}
