#include "front/openmp/gomp/abi.h"
#include "front/openmp/record.h"
#include "front/openmp/team.h"

SW_GOMP void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags)
{
    (void)flags;
    sw_omp_parallel(function, data, threads, HERE);
}

SW_GOMP void GOMP_barrier(void)
{
    const void *here = HERE;
    struct sw_omp_thread *t = sw_omp_enter_as(SW_OMP_BARRIER, here);
    sw_omp_barrier(t, sw_omp_place(t, SW_OMP_BARRIER, here));
    sw_omp_leave(t);
}

SW_GOMP bool GOMP_single_start(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    bool mine = sw_omp_single(t, HERE);
    sw_omp_leave(t);
    return mine;
}

SW_GOMP int omp_get_thread_num(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    return t ? (int)t->number : 0;
}

SW_GOMP int omp_get_num_threads(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    return t ? (int)t->team->n : 1;
}
