/* libgomp's cancellation. */
#include "agent/openmp/core/cancel.h"
#include "agent/openmp/core/region.h"
#include "agent/openmp/gomp/abi.h"

enum { REGION = 1, LOOP = 2, SECTIONS = 4, TASKGROUP = 8 };

static bool is_cancelled(const struct sw_omp_thread *t, int what)
{
    if (what & (LOOP | SECTIONS))
        return sw_omp_share_is_cancelled(t);
    if (what & TASKGROUP)
        return sw_omp_tasks_are_cancelled(t);
    return sw_omp_region_is_cancelled(t);
}

SW_GOMP bool GOMP_cancellation_point(int what)
{
    if (!sw_omp_settings.cancellation)
        return false;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_give_way(t); /* to who may cancel it before */
    bool cancelled = is_cancelled(t, what);
    sw_omp_leave(t);
    return cancelled;
}

SW_GOMP bool GOMP_cancel(int what, bool really)
{
    if (!sw_omp_settings.cancellation)
        return false;
    struct sw_omp_thread *t = sw_omp_enter();
    bool cancelled = true;
    sw_omp_give_way(t);
    if (!really)
        cancelled = is_cancelled(t, what);
    else if (what & (LOOP | SECTIONS))
        sw_omp_cancel_share(t);
    else if (what & TASKGROUP)
        sw_omp_cancel_tasks(t);
    else
        sw_omp_team_cancel(t);
    sw_omp_leave(t);
    return cancelled;
}
