/* C11's mutexes and conditions: libc's do not come by those of pthreads. */
#include "front/sample/threads/real.h"

#define ADDRESS(p) ((uint64_t)(uintptr_t)(p))

SW_REPLACES int mtx_lock(mtx_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_real *real = sw_real();
    if (!w)
        return real->mtx_lock(mutex);
    return SW_LOCKING(w, mutex, thrd_busy, real->mtx_trylock(mutex), real->mtx_lock(mutex));
}

SW_REPLACES int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_real *real = sw_real();
    if (!w)
        return real->mtx_timedlock(mutex, until);
    return SW_LOCKING(w, mutex, thrd_busy, real->mtx_trylock(mutex),
                      real->mtx_timedlock(mutex, until));
}

SW_REPLACES int mtx_unlock(mtx_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_real *real = sw_real();
    if (!w)
        return real->mtx_unlock(mutex);
    return SW_UNLOCKING(w, mutex, real->mtx_unlock(mutex));
}

SW_REPLACES int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_real *real = sw_real();
    if (!w)
        return real->cnd_wait(condition, mutex);
    sw_lock_released(w, ADDRESS(mutex));
    return SW_WAITING(w, real->cnd_wait(condition, mutex));
}

SW_REPLACES int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                              const struct timespec *restrict until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_real *real = sw_real();
    if (!w)
        return real->cnd_timedwait(condition, mutex, until);
    sw_lock_released(w, ADDRESS(mutex));
    return SW_WAITING(w, real->cnd_timedwait(condition, mutex, until));
}
