/* Threads are made, joined, detached, cancelled. */
#include "agent/threads/hooks.h"

static void *begin_posix(void *thread)
{
    struct sw_vthread *t = thread;
    sw_vthread_begin(t);
    return t->run_posix(t->argument);
}

static int begin_c11(void *thread)
{
    struct sw_vthread *t = thread;
    sw_vthread_begin(t);
    return t->run_c11(t->argument);
}

/* NULL: it is not simulated. */
static struct sw_vthread *prepare(struct sw_vthread *by)
{
    sw_hook_settle(by);
    sw_watch_begin();
    return sw_vthread_make();
}

/* The system has made it, or not. It does nothing before the hook of who makes it ends. */
static void settle(struct sw_vthread *t, struct sw_vthread *by, bool is_there, pthread_t handle,
                   const void *where)
{
    if (is_there)
        sw_vthread_start(t, by, handle, where);
    else
        sw_vthread_forget(t);
    sw_hook_settle(by); /* what it has cost is none of what it does next */
    sw_hook_end(by);
}

static bool is_detached(const pthread_attr_t *attributes)
{
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    return state == PTHREAD_CREATE_DETACHED;
}

/* As libc's, which says by 0 that it has made it: so does C11's, whose thrd_success is that. */
#define CREATES(type, name, parameters, arguments, attributes_, names)         \
    SW_REPLACES type name parameters                                           \
    {                                                                          \
        sw_process_begin();                                                    \
        struct sw_vthread *by = sw_hook_begin(), *t = by ? prepare(by) : NULL; \
        if (!t) {                                                              \
            int result = sw_libc()->name arguments;                            \
            if (by)                                                            \
                sw_hook_end(by);                                               \
            return result;                                                     \
        }                                                                      \
        t->run_##names = run;                                                  \
        t->argument = argument;                                                \
        t->is_detached = is_detached(attributes_);                             \
        run = begin_##names;                                                   \
        argument = t;                                                          \
        by->allocates = true;                                                  \
        int result = sw_libc()->name arguments;                                \
        by->allocates = false;                                                 \
        settle(t, by, !result, result ? 0 : *thread, SW_CALLER);               \
        return result;                                                         \
    }
SW_LIBC_CREATES(CREATES)

/* --- Joins --- */

/* Waits until the thread has ended, as far as that is simulated. False: not before the deadline. */
static bool wait_for_end(struct sw_vthread *t, struct sw_vthread *other, uint64_t deadline,
                         const void *where)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_JOIN, SW_BLOCKED_JOIN, where};
    if (other->is_over)
        return true;
    other->joiner = t;
    bool ended = sw_park(t, other, 1, &at, deadline);
    other->joiner = NULL;
    return ended;
}

/* Whether waiting for it here makes sense: it is known, nobody else waits for it, libc would not refuse. */
static struct sw_vthread *joinable(const struct sw_vthread *t, pthread_t handle)
{
    struct sw_vthread *other = sw_vthread_of(handle);
    return other && other != t && !other->is_detached && !other->joiner ? other : NULL;
}

/* Its end comes before what follows; it is not known any more. */
static void take_leave(struct sw_vthread *t, struct sw_vthread *other)
{
    if (other->told.history || other->told.span) {
        sw_dag_join(sw_sim.dag, &t->strand, &other->told, 0);
        sw_dag_end(sw_sim.dag, &other->told);
    }
    sw_vthread_forget(other);
}

/* With a limit it may be ETIMEDOUT; else the result of libc's, which need not wait any more. */
#define JOINS(type, name, parameters, arguments, limit, ended)                             \
    SW_REPLACES type name parameters                                                       \
    {                                                                                      \
        pthread_testcancel();                                                              \
        struct sw_vthread *t = sw_hook_begin(), *other = t ? joinable(t, thread) : NULL;   \
        if (!t)                                                                            \
            return sw_libc()->name arguments;                                              \
        if (!other) {                                                                      \
            int error = SW_AWAY(t, sw_libc()->name arguments);                             \
            sw_hook_end(t);                                                                \
            return error;                                                                  \
        }                                                                                  \
        bool has_ended = wait_for_end(t, other, sw_deadline(limit), SW_CALLER);            \
        if (sw_is_cancelled(t))                                                            \
            sw_hook_end_cancelled(t);                                                      \
        if (has_ended && sw_sim_is_on())                                                   \
            take_leave(t, other);                                                          \
        int state, error = ETIMEDOUT;                                                      \
        sw_libc()->pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state); /* in a hook */ \
        t->allocates = true;                                               /* and frees */ \
        if (has_ended)                                                                     \
            error = sw_libc()->ended;                                                      \
        t->allocates = false;                                                              \
        sw_libc()->pthread_setcancelstate(state, NULL);                                    \
        sw_hook_end(t);                                                                    \
        return error;                                                                      \
    }
SW_LIBC_JOINS(JOINS)

SW_REPLACES int pthread_tryjoin_np(pthread_t handle, void **result)
{
    struct sw_vthread *t = sw_hook_begin(), *other = t ? joinable(t, handle) : NULL;
    if (!other) {
        if (t)
            sw_hook_end(t);
        return sw_libc()->pthread_tryjoin_np(handle, result);
    }
    int error = EBUSY;
    if (other->is_over) {
        take_leave(t, other);
        t->allocates = true;
        error = sw_libc()->pthread_join(handle, result);
        t->allocates = false;
    }
    sw_hook_end(t);
    return error;
}

static void detach(pthread_t handle)
{
    struct sw_vthread *t = sw_hook_begin(), *other = t ? sw_vthread_of(handle) : NULL;
    if (other) {
        other->is_detached = true;
        if (other->is_over) {
            sw_dag_end(sw_sim.dag, &other->told);
            sw_vthread_forget(other);
        }
    }
    if (t)
        sw_hook_end(t);
}

SW_REPLACES int pthread_detach(pthread_t handle)
{
    detach(handle);
    return sw_libc()->pthread_detach(handle);
}

SW_REPLACES int thrd_detach(thrd_t handle)
{
    detach((pthread_t)handle);
    return sw_libc()->thrd_detach(handle);
}

SW_REPLACES int pthread_setcanceltype(int type, int *before)
{
    struct sw_vthread *t = sw_vself;
    if (t)
        t->is_async = type == PTHREAD_CANCEL_ASYNCHRONOUS;
    return sw_libc()->pthread_setcanceltype(type, before);
}

SW_REPLACES int pthread_setcancelstate(int state, int *before)
{
    struct sw_vthread *t = sw_vself;
    if (t)
        t->is_spared = state == PTHREAD_CANCEL_DISABLE;
    return sw_libc()->pthread_setcancelstate(state, before);
}

/* Who waits where it may be cancelled goes on, to find out. */
SW_REPLACES int pthread_cancel(pthread_t handle)
{
    struct sw_vthread *t = sw_hook_begin(), *other = t ? sw_vthread_of(handle) : NULL;
    int error = sw_libc()->pthread_cancel(handle);
    if (other)
        other->is_cancelled = true;
    if (other && other != t && sw_is_cancelled(other) && other->on &&
        other->runner.state == SW_RUNNER_BLOCKED && other->runner.why != SW_BLOCKED_LOCK &&
        other->runner.why != SW_BLOCKED_BARRIER)
        sw_unpark_thread(other, t);
    if (t)
        sw_hook_end(t);
    return error;
}
