/* Condition variables, barriers, semaphores: to be told something by another thread. */
#include "agent/threads/hooks.h"

/* --- Condition variables: nothing of libc's is used --- */

static int wait_for(struct sw_vthread *t, pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline,
                    const void *where)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_CONDITION, SW_BLOCKED_CONDITION, where};
    int error = sw_lock_release(t, SW_LIBC_MUTEX, m);
    if (error)
        return error;
    bool told = sw_park(t, c, 1, &at, deadline);
    error = sw_sim_is_on() ? sw_lock_take(t, SW_LIBC_MUTEX, m, UINT64_MAX, where)
                           : sw_libc()->pthread_mutex_lock(m);
    return error ? error : told ? 0 : ETIMEDOUT;
}

#define WAITS(type, name, parameters, arguments, kind, limit)                               \
    SW_REPLACES type name parameters                                                        \
    {                                                                                       \
        pthread_testcancel();                                                               \
        struct sw_vthread *t = sw_is_limit(limit) ? sw_hook_begin_for(SW_CALLER) : NULL;    \
        if (!t)                                                                             \
            return sw_libc()->name arguments;                                               \
        pthread_cond_t *c = (pthread_cond_t *)condition;                                    \
        if (sw_condition_is_shared(c)) { /* with other processes: as libc does it */        \
            int result = SW_AWAY(t, sw_libc()->name arguments);                             \
            sw_hook_end(t);                                                                 \
            return result;                                                                  \
        }                                                                                   \
        int error = wait_for(t, c, (pthread_mutex_t *)lock, sw_deadline(limit), SW_CALLER); \
        sw_hook_end_cancelled(t);                                                           \
        return sw_libc_result(kind, error);                                                 \
    }
SW_LIBC_CONDITION_WAITS(WAITS)

#define SIGNALS(type, name, parameters, arguments, all)                  \
    SW_REPLACES type name parameters                                     \
    {                                                                    \
        struct sw_vthread *t = sw_hook_begin_for(SW_CALLER);             \
        if (!t || sw_condition_is_shared((pthread_cond_t *)condition)) { \
            if (t)                                                       \
                sw_hook_end(t);                                          \
            return sw_libc()->name arguments;                            \
        }                                                                \
        while (sw_unpark(condition, 1, t) && (all))                      \
            ;                                                            \
        sw_hook_end(t);                                                  \
        return 0;                                                        \
    }
SW_LIBC_SIGNALS(SIGNALS)

/* --- Barriers --- */

/* As glibc has had them since 2.25. */
struct barrier {
    uint32_t in, round, count;
    int32_t shared;
    uint32_t out;
};

SW_REPLACES int pthread_barrier_wait(pthread_barrier_t *b)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_BARRIER, SW_BLOCKED_BARRIER, SW_CALLER};
    const struct barrier *inside = (const struct barrier *)b;
    struct sw_vthread *t = sw_hook_begin();
    if (!t)
        return sw_libc()->pthread_barrier_wait(b);
    int result = 0;
    if (inside->shared) {
        result = SW_AWAY(t, sw_libc()->pthread_barrier_wait(b));
    } else if (sw_parked_count(b) + 1 < inside->count) {
        sw_park(t, b, 1, &at, UINT64_MAX);
        if (!sw_sim_is_on() && t->on)
            return sw_libc()->pthread_barrier_wait(b); /* nobody came: libc has it from here on */
    } else {
        sw_barrier_open(t, b, &at);
        result = PTHREAD_BARRIER_SERIAL_THREAD;
    }
    sw_hook_end(t);
    return result;
}

/* --- Semaphores: libc's own, as mutexes are --- */

/* As glibc has them on machines of 64 bits. */
struct semaphore {
    uint64_t data;
    int32_t shared;
};

static int sem_away(struct sw_vthread *t, sem_t *s, uint64_t deadline)
{
    bool ends = deadline != UINT64_MAX;
    struct timespec until = ends ? sw_until(deadline) : (struct timespec){0};
    return SW_AWAY(t, ends ? sw_libc()->sem_timedwait(s, &until) : sw_libc()->sem_wait(s));
}

static int sem_lock(struct sw_vthread *t, sem_t *s, uint64_t deadline, const void *where)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_SEMAPHORE, SW_BLOCKED_CONDITION, where};
    sw_hook_cost(t, sw_sim.costs.lock);
    while (sw_libc()->sem_trywait(s)) {
        if (errno != EAGAIN)
            return -1;
        if (((const struct semaphore *)s)->shared)
            return sem_away(t, s, deadline);
        if (!sw_park(t, s, 1, &at, deadline)) {
            errno = ETIMEDOUT;
            return -1;
        }
        if (!sw_sim_is_on())
            return sw_libc()->sem_wait(s);
        if (sw_is_cancelled(t))
            return 0;
    }
    return 0;
}

#define WAITS_FOR_POST(type, name, parameters, arguments, limit)            \
    SW_REPLACES type name parameters                                        \
    {                                                                       \
        pthread_testcancel();                                               \
        struct sw_vthread *t = sw_is_limit(limit) ? sw_hook_begin() : NULL; \
        if (!t)                                                             \
            return sw_libc()->name arguments;                               \
        int result = sem_lock(t, semaphore, sw_deadline(limit), SW_CALLER); \
        sw_hook_end_cancelled(t);                                           \
        return result;                                                      \
    }
SW_LIBC_SEMAPHORE_WAITS(WAITS_FOR_POST)

SW_REPLACES int sem_trywait(sem_t *s)
{
    struct sw_vthread *t = sw_hook_begin();
    int result = sw_libc()->sem_trywait(s);
    if (t)
        sw_hook_end(t);
    return result;
}

/* A handler of a signal may post, in the middle of a hook of its thread: whoever has the baton next is told. */
SW_REPLACES int sem_post(sem_t *s)
{
    struct sw_vthread *t = sw_hook_begin();
    int result = sw_libc()->sem_post(s);
    if (!t) {
        sw_poke(s);
        return result;
    }
    sw_hook_cost(t, sw_sim.costs.lock);
    sw_unpark(s, 1, t);
    sw_hook_end(t);
    return result;
}
