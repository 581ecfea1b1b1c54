/*
 * Locks of all kinds: libc's own, but who finds one taken is parked until it is released. Whoever is woken tries again, and may be too
 * late: they are not fair. Who waits for a spin lock has its core, but for nothing.
 */
#include "agent/threads/hooks.h"

enum { OTHERS = 1, WRITER = 2 };

/* Shared with other processes, whose threads nobody here wakes; or robust, which the system releases when its owner dies. */
static bool is_shared(enum sw_libc_lock kind, const void *lock)
{
    const pthread_mutex_t *m = lock;
    const pthread_rwlock_t *l = lock;
    return sw_is_mutex(kind) ? m->__data.__kind & (128 | 16)
                             : sw_is_rwlock(kind) && l->__data.__shared;
}

/* Whether its owner takes it once more, and that is an error, which trying does not say. */
static bool is_own(enum sw_libc_lock kind, const void *lock, int tid)
{
    return sw_libc_owner(kind, lock) == tid &&
           (sw_is_rwlock(kind) || sw_mutex_type(lock) == PTHREAD_MUTEX_ERRORCHECK);
}

static int take_away(struct sw_vthread *t, enum sw_libc_lock kind, void *lock, uint64_t deadline)
{
    bool ends = deadline != UINT64_MAX;
    struct timespec until = ends ? sw_until(deadline) : (struct timespec){0};
    return SW_AWAY(t, sw_libc_take(kind, lock, ends ? &until : NULL));
}

int sw_lock_take(struct sw_vthread *t, enum sw_libc_lock kind, void *lock, uint64_t deadline,
                 const void *where)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_LOCK, SW_BLOCKED_LOCK, where};
    int error;
    sw_hook_cost(t, sw_sim.costs.lock);
    if (is_own(kind, lock, t->tid))
        return EDEADLK;
    while ((error = sw_libc_try(kind, lock)) == EBUSY) {
        if (is_shared(kind, lock))
            return take_away(t, kind, lock, deadline);
        if (!sw_park(t, lock, kind == SW_LIBC_WRITER ? WRITER : OTHERS, &at, deadline))
            return ETIMEDOUT;
        if (!sw_sim_is_on())
            return sw_libc_take(kind, lock, NULL);
    }
    if (sw_is_taken(error))
        sw_lock_taken(t, lock, where);
    return error;
}

/* All readers that have come before the first writer; or that one. */
static void let_in(struct sw_vthread *t, const void *lock)
{
    struct sw_vthread *first = sw_parked_first(lock);
    if (first && first->bits == WRITER) {
        sw_unpark(lock, WRITER, t);
        return;
    }
    while ((first = sw_parked_first(lock)) && first->bits == OTHERS)
        sw_unpark(lock, OTHERS, t);
}

int sw_lock_release(struct sw_vthread *t, enum sw_libc_lock kind, void *lock)
{
    int error = sw_libc_release(kind, lock);
    if (error)
        return error;
    sw_hook_cost(t, sw_sim.costs.lock);
    if (sw_is_mutex(kind) && sw_libc_owner(kind, lock) == t->tid)
        return 0; /* it has it once more */
    sw_lock_released(t, lock);
    if (sw_is_rwlock(kind))
        let_in(t, lock);
    else
        sw_unpark(lock, OTHERS, t);
    return 0;
}

/* Of the program's own allocator, perhaps, which libc calls in a hook: whoever has it may be waiting for the baton. */
static bool is_inside(void)
{
    const struct sw_vthread *t = sw_vself;
    return t && t->allocates && sw_sim_is_on();
}

static int take_inside(enum sw_libc_lock kind, void *lock, struct sw_limit limit)
{
    int error = sw_libc_try(kind, lock);
    return error == EBUSY ? take_away(sw_vself, kind, lock, sw_deadline(limit)) : error;
}

#define TAKES(type, name, parameters, arguments, kind, limit)                            \
    SW_REPLACES type name parameters                                                     \
    {                                                                                    \
        struct sw_vthread *t = sw_is_limit(limit) ? sw_hook_begin_for(SW_CALLER) : NULL; \
        if (!t && is_inside())                                                           \
            return sw_libc_result(kind, take_inside(kind, (void *)lock, limit));         \
        if (!t)                                                                          \
            return sw_libc()->name arguments;                                            \
        int error = sw_lock_take(t, kind, (void *)lock, sw_deadline(limit), SW_CALLER);  \
        sw_hook_end(t);                                                                  \
        return sw_libc_result(kind, error);                                              \
    }
SW_LIBC_TAKES(TAKES)

#define TRIES(type, name, parameters, arguments, kind)       \
    SW_REPLACES type name parameters                         \
    {                                                        \
        struct sw_vthread *t = sw_hook_begin_for(SW_CALLER); \
        if (!t)                                              \
            return sw_libc()->name arguments;                \
        sw_hook_cost(t, sw_sim.costs.lock);                  \
        int result = sw_libc()->name arguments;              \
        if (sw_is_taken(result))                             \
            sw_lock_taken(t, (const void *)lock, SW_CALLER); \
        sw_hook_end(t);                                      \
        return result;                                       \
    }
SW_LIBC_TRIES(TRIES)

#define RELEASES(type, name, parameters, arguments, kind)    \
    SW_REPLACES type name parameters                         \
    {                                                        \
        struct sw_vthread *t = sw_hook_begin_for(SW_CALLER); \
        if (!t)                                              \
            return sw_libc()->name arguments;                \
        int error = sw_lock_release(t, kind, (void *)lock);  \
        sw_hook_end(t);                                      \
        return sw_libc_result(kind, error);                  \
    }
SW_LIBC_RELEASES(RELEASES)

/* Where they were made is noted, for their names. That is no event: whoever runs has the baton. */
#define MAKES(type, name, parameters, arguments)                                      \
    SW_REPLACES type name parameters                                                  \
    {                                                                                 \
        int result = sw_libc()->name arguments;                                       \
        if (!result && sw_vself && sw_sim_is_on() && sw_vself->pos == SW_POS_OUTSIDE) \
            sw_place_made((const void *)lock, SW_CALLER);                             \
        return result;                                                                \
    }
SW_LIBC_MAKERS(MAKES)

/* --- What is done once: who comes while another thread is at it waits --- */

enum { MOST = 64 };

static const void *under_way[MOST]; /* with the baton */

static const void **find(const void *control)
{
    for (unsigned i = 0; i < MOST; i++)
        if (under_way[i] == control)
            return &under_way[i];
    return NULL;
}

/* Others are let in, whether it was done or has thrown. */
static void finish(void *control)
{
    struct sw_vthread *t = sw_hook_begin();
    const void **slot = t ? find(control) : NULL;
    if (!t)
        return;
    if (slot)
        *slot = NULL;
    while (sw_unpark(control, 1, t))
        ;
    sw_hook_end(t);
}

/* True: it is under way, or is to be done by the caller, who has marked that. */
static bool enter(const int *control, const void *where)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_LOCK, SW_BLOCKED_LOCK, where};
    struct sw_vthread *t = __atomic_load_n(control, __ATOMIC_ACQUIRE) & 2 ? NULL : sw_hook_begin();
    if (!t)
        return false;
    while (sw_sim_is_on() && find(control))
        sw_park(t, control, 1, &at, UINT64_MAX);
    const void **slot = sw_sim_is_on() ? find(NULL) : NULL;
    if (slot)
        *slot = control;
    sw_hook_end(t);
    return slot;
}

SW_REPLACES int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    int error;
    if (!enter((const int *)control, SW_CALLER))
        return sw_libc()->pthread_once(control, routine);
    pthread_cleanup_push(finish, control);
    error = sw_libc()->pthread_once(control, routine);
    pthread_cleanup_pop(1);
    return error;
}

SW_REPLACES void call_once(once_flag *flag, void (*routine)(void))
{
    pthread_once((pthread_once_t *)flag, routine);
}
