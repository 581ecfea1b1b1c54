/*
 * Mutexes and spin locks inside a region: tried for real, until they are free. Libc knows their owner by
 * the thread whose thread pointer is in use, so those that may be taken again, or say that they must not,
 * do as ever.
 */
#include "agent/openmp/guard/mutex.h"
#include "agent/openmp/guard/held.h"
#include "agent/openmp/guard/real.h"
#include "agent/openmp/guard/zone.h"
#include "agent/openmp/simulator/park.h"
#include "agent/openmp/simulator/record.h"
#include "agent/process/signal.h"
#include "base/raw.h"

#include <errno.h>

#define HERE __builtin_return_address(0)

typedef int sw_omp_try(void *lock);

/* It takes a system call, which is made only if another thread is behind. */
static bool blocks_all_signals(void)
{
    uint64_t blocked = 0;
    sw_raw4(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&blocked, sizeof blocked);
    return sw_signal_blocks_all(blocked);
}

void sw_omp_let_others(struct sw_omp_thread *t)
{
    if (sw_omp_ready_first(&t->simulator->ready) < t->clock && !blocks_all_signals())
        sw_omp_give_way(t);
}

/* An allocator may hold another lock already, one that the runtime's own calls of malloc() need: nobody else runs in the middle of it. */
static bool is_allocator(const void *address)
{
    return sw_omp_zone_has((uint64_t)address);
}

/* Tries until it is free, or the time has come. */
static int take(struct sw_omp_thread *t, void *lock, sw_omp_try *attempt, clockid_t clock,
                const struct timespec *until, const void *address)
{
    uint32_t construct = sw_omp_construct(t, SW_OMP_LOCK, address);
    if (!is_allocator(address))
        sw_omp_let_others(t);
    uint64_t since = t->clock;
    int result;
    while ((result = attempt(lock)) == EBUSY) {
        if (!sw_omp_park(t, lock) && until && sw_omp_is_past(clock, until))
            return ETIMEDOUT;
    }
    if (!result || result == EOWNERDEAD)
        sw_omp_held_take(t, lock, construct, since);
    return result;
}

static int try_mutex(void *mutex)
{
    return sw_omp_real()->pthread_mutex_trylock(mutex);
}

static int try_spin(void *lock)
{
    return sw_omp_real()->pthread_spin_trylock(lock);
}

/* By what the thread is to libc now: other than its number after fork(). */
int sw_omp_owner(struct sw_omp_thread *t)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    if (!t->owner) {
        sw_omp_real()->pthread_mutex_lock(&mutex);
        t->owner = mutex.__data.__owner;
        sw_omp_real()->pthread_mutex_unlock(&mutex);
    }
    return t->owner;
}

static bool is_own(struct sw_omp_thread *t, const pthread_mutex_t *mutex)
{
    return __atomic_load_n(&mutex->__data.__owner, __ATOMIC_RELAXED) == sw_omp_owner(t);
}

int sw_omp_mutex_take(struct sw_omp_thread *t, pthread_mutex_t *mutex, clockid_t clock,
                      const struct timespec *until, const void *address)
{
    if (!is_own(t, mutex))
        return take(t, mutex, try_mutex, clock, until, address);
    int result = sw_omp_real()->pthread_mutex_lock(mutex);
    struct sw_omp_held *h = result ? NULL : sw_omp_held(t->simulator, mutex);
    if (h)
        h->depth++;
    return result;
}

int sw_omp_mutex_release(struct sw_omp_thread *t, pthread_mutex_t *mutex)
{
    int result = sw_omp_real()->pthread_mutex_unlock(mutex);
    if (!result)
        sw_omp_held_release(t, mutex);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_lock(mutex);
    sw_omp_enter();
    int result = sw_omp_mutex_take(t, mutex, 0, NULL, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_timedlock(mutex, until);
    sw_omp_enter();
    int result = sw_omp_mutex_take(t, mutex, CLOCK_REALTIME, until, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                            const struct timespec *until)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_clocklock(mutex, clock, until);
    sw_omp_enter();
    int result = sw_omp_mutex_take(t, mutex, clock, until, HERE);
    sw_omp_leave(t);
    return result;
}

/* Not to be had: others run, because who tries will try again. */
static int attempt(struct sw_omp_thread *t, void *lock, sw_omp_try *function, const void *address)
{
    bool allocates = is_allocator(address);
    if (!allocates)
        sw_omp_let_others(t);
    int result = !allocates && sw_omp_held_now(t, lock) ? EBUSY : function(lock);
    if (result == EBUSY)
        sw_omp_yield(t);
    else if (!result || result == EOWNERDEAD)
        sw_omp_held_take(t, lock, sw_omp_construct(t, SW_OMP_LOCK, address), t->clock);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_trylock(mutex);
    sw_omp_enter_to_wait(t);
    int result = attempt(t, mutex, try_mutex, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_mutex_unlock(mutex);
    sw_omp_enter();
    int result = sw_omp_mutex_release(t, mutex);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_spin_lock(pthread_spinlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_spin_lock(lock);
    sw_omp_enter();
    int result = take(t, (void *)lock, try_spin, 0, NULL, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_spin_trylock(lock);
    sw_omp_enter_to_wait(t);
    int result = attempt(t, (void *)lock, try_spin, HERE);
    sw_omp_leave(t);
    return result;
}

SW_OMP_REPLACES int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return sw_omp_real()->pthread_spin_unlock(lock);
    sw_omp_enter();
    int result = sw_omp_real()->pthread_spin_unlock(lock);
    sw_omp_held_release(t, (void *)lock);
    sw_omp_leave(t);
    return result;
}
