/* What is done once: who comes while another thread is at it waits. */
#include "agent/threads/hooks.h"

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
