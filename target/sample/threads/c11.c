/* C11's mutexes and conditions: libc's do not come by those of pthreads. */
#include "target/sample/threads/libc.h"

#define ADDRESS(p) ((uint64_t)(uintptr_t)(p))

SW_REPLACES int mtx_lock(mtx_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->mtx_lock(mutex);
    return SW_LOCKING(w, mutex, thrd_busy, libc->mtx_trylock(mutex), libc->mtx_lock(mutex));
}

SW_REPLACES int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->mtx_timedlock(mutex, until);
    return SW_LOCKING(w, mutex, thrd_busy, libc->mtx_trylock(mutex),
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
    sw_lock_released(w, ADDRESS(mutex));
    return SW_WAITING(w, libc->cnd_wait(condition, mutex));
}

SW_REPLACES int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                              const struct timespec *restrict until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->cnd_timedwait(condition, mutex, until);
    sw_lock_released(w, ADDRESS(mutex));
    return SW_WAITING(w, libc->cnd_timedwait(condition, mutex, until));
}
