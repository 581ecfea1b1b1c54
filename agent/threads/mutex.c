/* Mutexes: libc's own, but who finds one taken is parked until it is released. Whoever is woken tries again, and may be too late: they are not fair. */
#include "agent/threads/hooks.h"

/* Shared with other processes, whose threads nobody here wakes; or robust, which the system releases when its owner dies. */
static bool is_shared(const pthread_mutex_t *m)
{
    return m->__data.__kind & (128 | 16);
}

/* Whether trying says what locking would: not of what its owner takes once more, if that is an error. */
static bool is_checked(const pthread_mutex_t *m)
{
    return (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK && m->__data.__owner == sw_vself->tid;
}

static int lock_away(struct sw_vthread *t, pthread_mutex_t *m, uint64_t deadline)
{
    bool ends = deadline != UINT64_MAX;
    struct timespec until = ends ? sw_until(deadline) : (struct timespec){0};
    sw_hook_away(t);
    int error =
        ends ? sw_libc()->pthread_mutex_timedlock(m, &until) : sw_libc()->pthread_mutex_lock(m);
    sw_hook_back(t);
    return error;
}

int sw_mutex_lock(struct sw_vthread *t, pthread_mutex_t *m, uint64_t deadline, const void *where)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_LOCK, SW_BLOCKED_LOCK, where};
    int error;
    sw_hook_cost(t, sw_sim.costs.lock);
    if (is_checked(m))
        return EDEADLK;
    while ((error = sw_libc()->pthread_mutex_trylock(m)) == EBUSY) {
        if (is_shared(m))
            return lock_away(t, m, deadline);
        if (!sw_park(t, m, 1, &at, deadline))
            return ETIMEDOUT;
        if (!sw_sim_is_on())
            return sw_libc()->pthread_mutex_lock(m);
    }
    if (!error || error == EOWNERDEAD)
        sw_lock_taken(t, m, where);
    return error;
}

int sw_mutex_unlock(struct sw_vthread *t, pthread_mutex_t *m)
{
    int error = sw_libc()->pthread_mutex_unlock(m);
    if (error)
        return error;
    sw_hook_cost(t, sw_sim.costs.lock);
    if (m->__data.__owner == t->tid)
        return 0; /* it has it once more */
    sw_lock_released(t, m);
    sw_unpark(m, 1, t);
    return 0;
}

/* Of the program's own allocator, perhaps, which libc calls in a hook: whoever has it may be waiting for the baton. */
static int lock_inside(pthread_mutex_t *m)
{
    struct sw_vthread *t = sw_vself;
    if (!t || !t->allocates || !sw_sim_is_on())
        return sw_libc()->pthread_mutex_lock(m);
    int error = sw_libc()->pthread_mutex_trylock(m);
    return error == EBUSY ? lock_away(t, m, UINT64_MAX) : error;
}

SW_REPLACES int pthread_mutex_lock(pthread_mutex_t *m)
{
    struct sw_vthread *t = sw_hook_begin_for(SW_CALLER);
    if (!t)
        return lock_inside(m);
    int error = sw_mutex_lock(t, m, UINT64_MAX, SW_CALLER);
    sw_hook_end(t);
    return error;
}

SW_REPLACES int pthread_mutex_trylock(pthread_mutex_t *m)
{
    struct sw_vthread *t = sw_hook_begin_for(SW_CALLER);
    if (!t)
        return sw_libc()->pthread_mutex_trylock(m);
    sw_hook_cost(t, sw_sim.costs.lock);
    int error = sw_libc()->pthread_mutex_trylock(m);
    if (!error || error == EOWNERDEAD)
        sw_lock_taken(t, m, SW_CALLER);
    sw_hook_end(t);
    return error;
}

SW_REPLACES int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock,
                                        const struct timespec *until)
{
    struct sw_vthread *t = sw_is_time(until) ? sw_hook_begin_for(SW_CALLER) : NULL;
    if (!t)
        return sw_libc()->pthread_mutex_clocklock(m, clock, until);
    int error = sw_mutex_lock(t, m, sw_deadline(clock, until), SW_CALLER);
    sw_hook_end(t);
    return error;
}

SW_REPLACES int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until)
{
    struct sw_vthread *t = sw_is_time(until) ? sw_hook_begin_for(SW_CALLER) : NULL;
    if (!t)
        return sw_libc()->pthread_mutex_timedlock(m, until);
    int error = sw_mutex_lock(t, m, sw_deadline(CLOCK_REALTIME, until), SW_CALLER);
    sw_hook_end(t);
    return error;
}

SW_REPLACES int pthread_mutex_unlock(pthread_mutex_t *m)
{
    struct sw_vthread *t = sw_hook_begin_for(SW_CALLER);
    if (!t)
        return sw_libc()->pthread_mutex_unlock(m);
    int error = sw_mutex_unlock(t, m);
    sw_hook_end(t);
    return error;
}

/* --- Spin locks: who waits for one has its core, but for nothing --- */

SW_REPLACES int pthread_spin_lock(pthread_spinlock_t *s)
{
    struct sw_vthread *t = sw_hook_begin_for(SW_CALLER);
    const struct sw_wait_at at = {SW_CONSTRUCT_LOCK, SW_BLOCKED_LOCK, SW_CALLER};
    if (!t)
        return sw_libc()->pthread_spin_lock(s);
    sw_hook_cost(t, sw_sim.costs.lock);
    while (sw_sim_is_on() && sw_libc()->pthread_spin_trylock(s))
        sw_park(t, s, 1, &at, UINT64_MAX);
    if (!sw_sim_is_on())
        return sw_libc()->pthread_spin_lock(s);
    sw_lock_taken(t, (const void *)s, SW_CALLER);
    sw_hook_end(t);
    return 0;
}

SW_REPLACES int pthread_spin_trylock(pthread_spinlock_t *s)
{
    struct sw_vthread *t = sw_hook_begin_for(SW_CALLER);
    int error = sw_libc()->pthread_spin_trylock(s);
    if (!t)
        return error;
    sw_hook_cost(t, sw_sim.costs.lock);
    if (!error)
        sw_lock_taken(t, (const void *)s, SW_CALLER);
    sw_hook_end(t);
    return error;
}

SW_REPLACES int pthread_spin_unlock(pthread_spinlock_t *s)
{
    struct sw_vthread *t = sw_hook_begin_for(SW_CALLER);
    int error = sw_libc()->pthread_spin_unlock(s);
    if (!t)
        return error;
    sw_hook_cost(t, sw_sim.costs.lock);
    sw_lock_released(t, (const void *)s);
    sw_unpark(s, 1, t);
    sw_hook_end(t);
    return error;
}

/* --- Locks of readers and writers --- */

enum { READER = 1, WRITER = 2 };

static int rwlock_away(struct sw_vthread *t, pthread_rwlock_t *l, uint32_t as, uint64_t deadline)
{
    const struct sw_threads_libc *c = sw_libc();
    bool ends = deadline != UINT64_MAX;
    struct timespec until = ends ? sw_until(deadline) : (struct timespec){0};
    sw_hook_away(t);
    int error = as == READER
                    ? ends ? c->pthread_rwlock_timedrdlock(l, &until) : c->pthread_rwlock_rdlock(l)
                : ends ? c->pthread_rwlock_timedwrlock(l, &until)
                       : c->pthread_rwlock_wrlock(l);
    sw_hook_back(t);
    return error;
}

static int rwlock_lock(struct sw_vthread *t, pthread_rwlock_t *l, uint32_t as, uint64_t deadline,
                       const void *where)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_LOCK, SW_BLOCKED_LOCK, where};
    const struct sw_threads_libc *c = sw_libc();
    int error;
    sw_hook_cost(t, sw_sim.costs.lock);
    if (l->__data.__cur_writer == t->tid)
        return EDEADLK;
    while ((error = as == READER ? c->pthread_rwlock_tryrdlock(l)
                                 : c->pthread_rwlock_trywrlock(l)) == EBUSY) {
        if (l->__data.__shared)
            return rwlock_away(t, l, as, deadline);
        if (!sw_park(t, l, as, &at, deadline))
            return ETIMEDOUT;
        if (!sw_sim_is_on())
            return as == READER ? c->pthread_rwlock_rdlock(l) : c->pthread_rwlock_wrlock(l);
    }
    if (!error)
        sw_lock_taken(t, l, where);
    return error;
}

/* All readers that have come before the first writer; or that one. */
static void rwlock_let_in(struct sw_vthread *t, pthread_rwlock_t *l)
{
    struct sw_vthread *first = sw_parked_first(l);
    if (first && first->bits == WRITER) {
        sw_unpark(l, WRITER, t);
        return;
    }
    while ((first = sw_parked_first(l)) && first->bits == READER)
        sw_unpark(l, READER, t);
}

#define LOCK(name, as, parameters, arguments, valid, deadline)                \
    SW_REPLACES int name parameters                                           \
    {                                                                         \
        struct sw_vthread *t = (valid) ? sw_hook_begin_for(SW_CALLER) : NULL; \
        if (!t)                                                               \
            return sw_libc()->name arguments;                                 \
        int error = rwlock_lock(t, l, as, deadline, SW_CALLER);               \
        sw_hook_end(t);                                                       \
        return error;                                                         \
    }

LOCK(pthread_rwlock_rdlock, READER, (pthread_rwlock_t * l), (l), true, UINT64_MAX)
LOCK(pthread_rwlock_wrlock, WRITER, (pthread_rwlock_t * l), (l), true, UINT64_MAX)
LOCK(pthread_rwlock_timedrdlock, READER, (pthread_rwlock_t * l, const struct timespec *u), (l, u),
     sw_is_time(u), sw_deadline(CLOCK_REALTIME, u))
LOCK(pthread_rwlock_timedwrlock, WRITER, (pthread_rwlock_t * l, const struct timespec *u), (l, u),
     sw_is_time(u), sw_deadline(CLOCK_REALTIME, u))
LOCK(pthread_rwlock_clockrdlock, READER,
     (pthread_rwlock_t * l, clockid_t clock, const struct timespec *u), (l, clock, u),
     sw_is_time(u), sw_deadline(clock, u))
LOCK(pthread_rwlock_clockwrlock, WRITER,
     (pthread_rwlock_t * l, clockid_t clock, const struct timespec *u), (l, clock, u),
     sw_is_time(u), sw_deadline(clock, u))

#define TRY(name)                                            \
    SW_REPLACES int name(pthread_rwlock_t *l)                \
    {                                                        \
        struct sw_vthread *t = sw_hook_begin_for(SW_CALLER); \
        int error = sw_libc()->name(l);                      \
        if (!t)                                              \
            return error;                                    \
        sw_hook_cost(t, sw_sim.costs.lock);                  \
        if (!error)                                          \
            sw_lock_taken(t, l, SW_CALLER);                  \
        sw_hook_end(t);                                      \
        return error;                                        \
    }

TRY(pthread_rwlock_tryrdlock)
TRY(pthread_rwlock_trywrlock)

SW_REPLACES int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    struct sw_vthread *t = sw_hook_begin_for(SW_CALLER);
    int error = sw_libc()->pthread_rwlock_unlock(l);
    if (!t)
        return error;
    sw_hook_cost(t, sw_sim.costs.lock);
    sw_lock_released(t, l);
    rwlock_let_in(t, l);
    sw_hook_end(t);
    return error;
}
