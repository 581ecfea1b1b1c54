/* Regions. */
#include "agent/openmp/core/region.h"
#include "agent/openmp/gomp/abi.h"
#include "agent/openmp/gomp/reduction.h"
#include "agent/openmp/gomp/region.h"
#include "agent/openmp/guard/spin.h"
#include "agent/openmp/simulator/record.h"

#include <stdlib.h>

static struct sw_omp_team *begin(struct sw_omp_thread *t, unsigned n, void (*function)(void *),
                                 void *data, const void *address)
{
    if (n > 1)
        sw_omp_spins_of((const void *)function);
    struct sw_omp_team *team = sw_gomp_team_begin(t, n, function, data, address);
    sw_omp_body(t->simulator, team->construct, function);
    return team;
}

SW_GOMP void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags)
{
    struct sw_omp_thread *t = sw_omp_enter();
    (void)flags;
    begin(t, sw_omp_team_size(t, threads), function, data, HERE);
    sw_omp_leave(t);
    function(data);
    sw_omp_enter();
    sw_omp_team_end(t);
    sw_omp_leave(t);
}

/* As gcc before 4.9 has it: the caller runs its own part itself, in between. */
SW_GOMP void GOMP_parallel_start(void (*function)(void *), void *data, unsigned threads)
{
    struct sw_omp_thread *t = sw_omp_enter();
    begin(t, sw_omp_team_size(t, threads), function, data, HERE);
    sw_omp_leave(t);
}

SW_GOMP void GOMP_parallel_end(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    void *job = t->team->abi;
    sw_omp_team_end(t);
    free(job);
    sw_omp_leave(t);
}

/* All implicit tasks are in one taskgroup, which has the reductions. */
SW_GOMP unsigned GOMP_parallel_reductions(void (*function)(void *), void *data, unsigned threads,
                                          unsigned flags)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_group group = {.outer = t->task->group};
    unsigned n = sw_omp_team_size(t, threads);
    (void)flags;
    sw_omp_link_init(&group.waiting);
    sw_gomp_reductions_register(&group, *(uintptr_t **)data, NULL, n);
    struct sw_omp_team *team = begin(t, n, function, data, HERE);
    for (unsigned i = 0; i < n; i++)
        team->tasks[i].group = &group;
    sw_omp_leave(t);
    function(data);
    sw_omp_enter();
    sw_omp_team_end(t);
    sw_omp_end(t->simulator, &group.ends);
    sw_omp_leave(t);
    return n;
}

SW_GOMP void GOMP_barrier(void)
{
    const void *here = HERE;
    struct sw_omp_thread *t = sw_omp_enter_as(SW_OMP_BARRIER, here);
    sw_omp_barrier(t, sw_omp_construct(t, SW_OMP_BARRIER, here));
    sw_omp_leave(t);
}

SW_GOMP bool GOMP_barrier_cancel(void)
{
    const void *here = HERE;
    struct sw_omp_thread *t = sw_omp_enter_as(SW_OMP_BARRIER, here);
    bool cancelled = sw_omp_barrier_cancellable(t, sw_omp_construct(t, SW_OMP_BARRIER, here));
    sw_omp_leave(t);
    return cancelled;
}
