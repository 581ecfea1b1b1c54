/* C11's mutexes and conditions: libc's do not come by those of pthreads. */
#include "agent/sample/threads/libc.h"
#include "base/ticks.h"

SW_REPLACES int mtx_lock(mtx_t *mutex)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->mtx_lock(mutex);
    return SW_LOCKING(w, mutex, true, thrd_busy, libc->mtx_trylock(mutex), libc->mtx_lock(mutex));
}

SW_REPLACES int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->mtx_timedlock(mutex, until);
    return SW_LOCKING(w, mutex, true, thrd_busy, libc->mtx_trylock(mutex),
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
    return SW_WAITING_WITHOUT(w, mutex, condition, libc->cnd_wait(condition, mutex));
}

SW_REPLACES int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                              const struct timespec *restrict until)
{
    struct sw_worker *w = sw_worker_self();
    const struct sw_libc *libc = sw_libc();
    if (!w)
        return libc->cnd_timedwait(condition, mutex, until);
    return SW_WAITING_WITHOUT(w, mutex, condition, libc->cnd_timedwait(condition, mutex, until));
}

#define SIGNALS(name, whom)                           \
    SW_REPLACES int name(cnd_t *condition)            \
    {                                                 \
        struct sw_worker *w = sw_worker_known();      \
        if (w)                                        \
            sw_release(w, (uint64_t)condition, whom); \
        uint64_t since = sw_meter_ticks();            \
        int result = sw_libc()->name(condition);      \
        if (w)                                        \
            sw_worker_was_held_up(w, since);          \
        return result;                                \
    }
SIGNALS(cnd_signal, SW_RELEASE_ONE)
SIGNALS(cnd_broadcast, SW_RELEASE_ALL)
