/* C's own names: the objects are POSIX's. */
#include "agent/threads/hooks.h"

static int result_of(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

#define MUTEX(m) ((pthread_mutex_t *)(m))

SW_REPLACES int mtx_lock(mtx_t *m)
{
    struct sw_vthread *t = sw_hook_begin();
    if (!t)
        return sw_libc()->mtx_lock(m);
    int error = sw_mutex_lock(t, MUTEX(m), UINT64_MAX, SW_CALLER);
    sw_hook_end(t);
    return result_of(error);
}

SW_REPLACES int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until)
{
    struct sw_vthread *t = sw_is_time(until) ? sw_hook_begin() : NULL;
    if (!t)
        return sw_libc()->mtx_timedlock(m, until);
    int error = sw_mutex_lock(t, MUTEX(m), sw_deadline(CLOCK_REALTIME, until), SW_CALLER);
    sw_hook_end(t);
    return result_of(error);
}

SW_REPLACES int mtx_trylock(mtx_t *m)
{
    struct sw_vthread *t = sw_hook_begin();
    int result = sw_libc()->mtx_trylock(m);
    if (!t)
        return result;
    if (result == thrd_success)
        sw_lock_taken(t, m, SW_CALLER);
    sw_hook_end(t);
    return result;
}

SW_REPLACES int mtx_unlock(mtx_t *m)
{
    struct sw_vthread *t = sw_hook_begin();
    if (!t)
        return sw_libc()->mtx_unlock(m);
    int error = sw_mutex_unlock(t, MUTEX(m));
    sw_hook_end(t);
    return result_of(error);
}

static int cnd_wait_for(cnd_t *c, mtx_t *m, const struct timespec *until)
{
    pthread_cond_t *condition = (pthread_cond_t *)c;
    return result_of(until ? pthread_cond_timedwait(condition, MUTEX(m), until)
                           : pthread_cond_wait(condition, MUTEX(m)));
}

SW_REPLACES int cnd_wait(cnd_t *c, mtx_t *m)
{
    return cnd_wait_for(c, m, NULL);
}

SW_REPLACES int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m,
                              const struct timespec *restrict until)
{
    return cnd_wait_for(c, m, until);
}

SW_REPLACES int cnd_signal(cnd_t *c)
{
    return result_of(pthread_cond_signal((pthread_cond_t *)c));
}

SW_REPLACES int cnd_broadcast(cnd_t *c)
{
    return result_of(pthread_cond_broadcast((pthread_cond_t *)c));
}
