/*
 * Condition variables inside a region. Threads of a simulator wait for each other without libc; a signal
 * is given to it too, for OS threads that wait there. Signals of those are counted only: when nobody can
 * run all who wait wake if there was one, maybe for no reason. Those of other processes are not seen: so
 * who waits for what processes share wakes now and then.
 */
#include "agent/openmp/guard/mutex.h"
#include "agent/openmp/guard/real.h"
#include "agent/openmp/simulator/park.h"

#include <errno.h>

#define HERE __builtin_return_address(0)

static unsigned n_waiting, n_signals; /* in all simulators; signals while some waited */

/* Libc's flags of a condition variable. */
enum { SHARED = 1, MONOTONIC = 2 };

static unsigned flags_of(const pthread_cond_t *condition)
{
    return __atomic_load_n(&condition->__data.__wrefs, __ATOMIC_RELAXED);
}

static bool may_be_signalled(const pthread_cond_t *condition, unsigned before)
{
    return __atomic_load_n(&n_signals, __ATOMIC_RELAXED) != before || flags_of(condition) & SHARED;
}

/* Until a signal, or the time. */
static int wait_parked(struct sw_omp_thread *t, pthread_cond_t *condition, clockid_t clock,
                       const struct timespec *until)
{
    unsigned before = __atomic_load_n(&n_signals, __ATOMIC_RELAXED);
    while (!sw_omp_park(t, condition)) {
        if (until && sw_omp_is_past(clock, until))
            return ETIMEDOUT;
        if (may_be_signalled(condition, before))
            return 0;
    }
    return 0;
}

static int wait_on(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                   const struct timespec *until, const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    __atomic_add_fetch(&n_waiting, 1, __ATOMIC_SEQ_CST);
    int result = sw_omp_mutex_release(t, mutex);
    if (!result) {
        result = wait_parked(t, condition, clock, until);
        int taken = sw_omp_mutex_take(t, mutex, 0, NULL, address);
        result = taken ? taken : result;
    }
    __atomic_sub_fetch(&n_waiting, 1, __ATOMIC_SEQ_CST);
    sw_omp_leave(t);
    return result;
}

static clockid_t clock_of(const pthread_cond_t *condition)
{
    return flags_of(condition) & MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME;
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
    struct sw_omp_thread *t = sw_omp_in_region();
    if (t) {
        sw_omp_enter();
        sw_omp_give_way(t);
        sw_omp_unpark(t, condition, all);
        sw_omp_leave(t);
    }
    if (__atomic_load_n(&n_waiting, __ATOMIC_SEQ_CST))
        __atomic_add_fetch(&n_signals, 1, __ATOMIC_RELAXED);
}

SW_OMP_REPLACES int pthread_cond_signal(pthread_cond_t *condition)
{
    signal_to(condition, false);
    return sw_omp_real()->pthread_cond_signal(condition);
}

SW_OMP_REPLACES int pthread_cond_broadcast(pthread_cond_t *condition)
{
    signal_to(condition, true);
    return sw_omp_real()->pthread_cond_broadcast(condition);
}
