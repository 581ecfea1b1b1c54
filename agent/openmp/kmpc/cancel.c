/*
 * Cancellation. Whoever is told that what it is in is cancelled goes to its end, where all meet
 * (__kmpc_cancel_barrier); the code for that is the compiler's.
 */
#include "agent/openmp/kmpc/sync.h"
#include "agent/openmp/simulator/settings.h"

/* Of loops one after the other, each its own: what is in the team is for who is in the same one. */
static bool is_cancelled(const struct sw_omp_thread *t, int32_t kind)
{
    if (kind == SW_KMPC_CANCEL_TASKGROUP)
        return t->task->group ? t->task->group->cancelled
                              : sw_kmpc_cancelled(t->team) == SW_KMPC_CANCEL_PARALLEL;
    return sw_kmpc_cancelled(t->team) == (enum sw_kmpc_cancel)kind;
}

SW_KMPC int32_t __kmpc_cancel(struct sw_kmpc_ident *loc, int32_t global, int32_t kind)
{
    (void)loc, (void)global;
    if (!sw_omp_settings.cancellation)
        return 0;
    struct sw_omp_thread *t = sw_omp_enter();
    bool cancelled = true;
    sw_omp_give_way(t); /* others may have been first */
    if (kind == SW_KMPC_CANCEL_TASKGROUP) {
        if (t->task->group)
            t->task->group->cancelled = true;
        else
            cancelled = false;
    } else if (!t->team->abi) {
        t->team->abi = (void *)(uintptr_t)kind;
    } else {
        cancelled = is_cancelled(t, kind);
    }
    sw_omp_leave(t);
    return cancelled;
}

SW_KMPC int32_t __kmpc_cancellationpoint(struct sw_kmpc_ident *loc, int32_t global, int32_t kind)
{
    (void)loc, (void)global;
    if (!sw_omp_settings.cancellation)
        return 0;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_give_way(t);
    bool cancelled = is_cancelled(t, kind);
    sw_omp_leave(t);
    return cancelled;
}

SW_KMPC int kmp_get_cancellation_status(int kind)
{
    const struct sw_omp_thread *t = sw_omp_self();
    return sw_omp_settings.cancellation && is_cancelled(t, kind);
}

SW_KMPC int kmp_get_cancellation_status_(int *kind)
{
    return kmp_get_cancellation_status(*kind);
}
