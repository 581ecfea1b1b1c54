/* Waiting for other threads: conditions, barriers, semaphores. No thread holds what is waited for. */
#include "agent/sample/threads/libc.h"
#include "base/ticks.h"

#include <errno.h>

SW_REPLACES int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_cond_wait(condition, mutex);
    return SW_WAITING_WITHOUT(w, mutex, condition, libc->pthread_cond_wait(condition, mutex));
}

SW_REPLACES int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                       const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_cond_timedwait(condition, mutex, until);
    return SW_WAITING_WITHOUT(w, mutex, condition,
                              libc->pthread_cond_timedwait(condition, mutex, until));
}

SW_REPLACES int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                       clockid_t clock, const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_cond_clockwait(condition, mutex, clock, until);
    return SW_WAITING_WITHOUT(w, mutex, condition,
                              libc->pthread_cond_clockwait(condition, mutex, clock, until));
}

/* In signal handlers too, where they are allowed. */
#define RELEASES(name, type, whom)               \
    SW_REPLACES int name(type *on)               \
    {                                            \
        struct sw_worker *w = sw_worker_known(); \
        if (w)                                   \
            sw_release(w, (uint64_t)on, whom);   \
        uint64_t since = sw_meter_ticks();       \
        int result = sw_libc()->name(on);        \
        if (w)                                   \
            sw_worker_was_held_up(w, since);     \
        return result;                           \
    }
RELEASES(pthread_cond_signal, pthread_cond_t, SW_RELEASE_ONE)
RELEASES(pthread_cond_broadcast, pthread_cond_t, SW_RELEASE_ALL)
RELEASES(sem_post, sem_t, SW_RELEASE_ONE)

SW_REPLACES int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                                     const pthread_barrierattr_t *restrict attributes,
                                     unsigned members)
{
    sw_barrier_is_for((uint64_t)barrier, members);
    return sw_libc()->pthread_barrier_init(barrier, attributes, members);
}

SW_REPLACES int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->pthread_barrier_wait(barrier);
    return SW_WAITING(w, SW_WAIT_THREADS, barrier, libc->pthread_barrier_wait(barrier));
}

/* Whether it has been had without waiting. A wait is a cancellation point in any case. */
static bool try_semaphore(struct sw_worker *w, const struct sw_libc *libc, sem_t *semaphore)
{
    int error = errno;
    pthread_testcancel();
    enum sw_doing before = sw_worker_do(w, SW_DOING_SYNCHRONIZE);
    bool had = libc->sem_trywait(semaphore) == 0;
    sw_worker_do(w, before);
    errno = error;
    return had;
}

SW_REPLACES int sem_wait(sem_t *semaphore)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->sem_wait(semaphore);
    return try_semaphore(w, libc, semaphore)
               ? 0
               : SW_WAITING(w, SW_WAIT_THREADS, semaphore, libc->sem_wait(semaphore));
}

SW_REPLACES int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->sem_timedwait(semaphore, until);
    if (try_semaphore(w, libc, semaphore))
        return 0;
    return SW_WAITING_QUIETLY(w, SW_WAIT_THREADS, semaphore, libc->sem_timedwait(semaphore, until));
}

SW_REPLACES int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->sem_clockwait(semaphore, clock, until);
    if (try_semaphore(w, libc, semaphore))
        return 0;
    return SW_WAITING_QUIETLY(w, SW_WAIT_THREADS, semaphore,
                              libc->sem_clockwait(semaphore, clock, until));
}
