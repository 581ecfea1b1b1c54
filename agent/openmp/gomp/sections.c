/* Sections: a loop over their numbers, which gcc counts from 1 on; 0: there is none left. */
#include "agent/openmp/core/tasking.h"
#include "agent/openmp/gomp/loop.h"
#include "agent/openmp/gomp/reduction.h"
#include "agent/openmp/simulator/team.h"

static unsigned next(struct sw_omp_thread *t)
{
    uint64_t from, to;
    return sw_gomp_loop_chunk(t, &from, &to) ? (unsigned)from + 1 : 0;
}

SW_GOMP unsigned GOMP_sections_start(unsigned count)
{
    struct sw_gomp_loop loop = sw_gomp_loop_count(count, SW_GOMP_DYNAMIC, 1);
    struct sw_omp_thread *t = sw_omp_enter();
    sw_gomp_loop_begin(t, &loop, SW_OMP_SECTIONS, HERE);
    unsigned section = next(t);
    sw_omp_leave(t);
    return section;
}

SW_GOMP unsigned GOMP_sections2_start(unsigned count, uintptr_t *reductions, void **memory)
{
    struct sw_gomp_loop loop = sw_gomp_loop_count(count, SW_GOMP_DYNAMIC, 1);
    struct sw_omp_thread *t = sw_omp_enter();
    if (reductions)
        sw_omp_group_begin(t, HERE);
    sw_gomp_share_extend(t, sw_gomp_loop_begin(t, &loop, SW_OMP_SECTIONS, HERE), reductions,
                         memory);
    unsigned section = next(t);
    sw_omp_leave(t);
    return section;
}

SW_GOMP unsigned GOMP_sections_next(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    unsigned section = next(t);
    sw_omp_leave(t);
    return section;
}

SW_GOMP void GOMP_parallel_sections(void (*function)(void *), void *data, unsigned threads,
                                    unsigned count, unsigned flags)
{
    struct sw_gomp_loop loop = sw_gomp_loop_count(count, SW_GOMP_DYNAMIC, 1);
    sw_gomp_parallel_loop(function, data, threads, flags, &loop, SW_OMP_SECTIONS, HERE);
}

SW_GOMP void GOMP_parallel_sections_start(void (*function)(void *), void *data, unsigned threads,
                                          unsigned count)
{
    struct sw_gomp_loop loop = sw_gomp_loop_count(count, SW_GOMP_DYNAMIC, 1);
    sw_gomp_parallel_loop_begin(function, data, threads, &loop, SW_OMP_SECTIONS, HERE);
}

SW_GOMP void GOMP_sections_end(void)
{
    sw_gomp_loop_end();
}

SW_GOMP void GOMP_sections_end_nowait(void)
{
    sw_gomp_loop_leave();
}

SW_GOMP bool GOMP_sections_end_cancel(void)
{
    return sw_gomp_loop_end_cancel();
}
