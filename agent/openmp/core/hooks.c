/* What the simulator calls in this part of the runtime (simulator/hooks.h). */
#include "agent/openmp/simulator/hooks.h"
#include "agent/openmp/core/detach.h"
#include "agent/openmp/core/region.h"
#include "agent/openmp/guard/identity.h"
#include "agent/openmp/guard/watch.h"
#include "agent/openmp/simulator/record.h"

static void begin(struct sw_omp_thread *root)
{
    sw_omp_watch_join();
    sw_omp_team_begin_root(root);
}

/* A logical thread's life: region after region. */
static __attribute__((noreturn)) void live(struct sw_omp_thread *t)
{
    sw_omp_record_thread(t);
    for (;;)
        sw_omp_team_serve(t);
}

const struct sw_omp_hooks sw_omp_hooks = {
    .begin = begin,
    .end = sw_omp_watch_leave,
    .forked = sw_omp_watch_forget,
    .started = sw_omp_identity_init,
    .live = live,
    .take_events = sw_omp_detached_take,
};
