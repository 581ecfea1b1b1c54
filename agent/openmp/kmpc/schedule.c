/* Translates clang's loop schedules and bounds into ours. */
#include "agent/openmp/kmpc/schedule.h"
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/simulator/team.h"

/* Without modifiers, and as if not ordered. */
static int32_t plain(int32_t schedule, bool *ordered)
{
    schedule &= ~(SW_KMPC_MONOTONIC | SW_KMPC_NONMONOTONIC);
    if (schedule >= SW_KMPC_STATIC_CHUNKED + SW_KMPC_NO_MERGE)
        schedule -= SW_KMPC_NO_MERGE;
    *ordered = schedule >= SW_KMPC_STATIC_CHUNKED + SW_KMPC_ORDERED &&
               schedule <= SW_KMPC_TRAPEZOIDAL + SW_KMPC_ORDERED;
    return *ordered ? schedule - SW_KMPC_ORDERED : schedule;
}

struct sw_omp_loop sw_kmpc_schedule(const struct sw_omp_thread *t, int32_t schedule, uint64_t n,
                                    int64_t chunk)
{
    struct sw_omp_loop loop = {.n = n, .chunk = chunk > 0 ? (uint64_t)chunk : 0, .halves = true};
    switch (plain(schedule, &loop.ordered)) {
    case SW_KMPC_RUNTIME:
    case SW_KMPC_RUNTIME_SIMD:
        loop.schedule = t->task->icv.schedule;
        loop.chunk = t->task->icv.chunk > 0 ? (uint64_t)t->task->icv.chunk : 0;
        break;
    case SW_KMPC_AUTO:
        loop.schedule = SW_OMP_AUTO;
        break;
    case SW_KMPC_DYNAMIC_CHUNKED:
    case SW_KMPC_STATIC_STEAL:
        loop.schedule = SW_OMP_DYNAMIC;
        break;
    case SW_KMPC_GUIDED_CHUNKED:
    case SW_KMPC_GUIDED_ITERATIVE:
    case SW_KMPC_GUIDED_ANALYTICAL:
    case SW_KMPC_GUIDED_SIMD:
    case SW_KMPC_TRAPEZOIDAL:
        loop.schedule = SW_OMP_GUIDED;
        break;
    case SW_KMPC_STATIC_CHUNKED:
    case SW_KMPC_STATIC_BALANCED_CHUNKED:
    case SW_KMPC_DISTRIBUTE_CHUNKED:
        loop.chunk = loop.chunk ? loop.chunk : 1;
        loop.schedule = SW_OMP_STATIC;
        break;
    default:
        loop.chunk = 0;
        loop.schedule = SW_OMP_STATIC;
    }
    if (loop.schedule == SW_OMP_AUTO) { /* which libomp takes it for */
        loop.schedule = SW_OMP_GUIDED;
        loop.chunk = 0;
    }
    return loop;
}

uint64_t sw_kmpc_trips(int64_t lower, int64_t upper, int64_t step)
{
    uint64_t from = (uint64_t)lower, to = (uint64_t)upper;
    if (step > 0)
        return upper < lower ? 0 : (to - from) / (uint64_t)step + 1;
    return lower < upper ? 0 : (from - to) / -(uint64_t)step + 1;
}

uint64_t sw_kmpc_trips_unsigned(uint64_t lower, uint64_t upper, int64_t step)
{
    if (step > 0)
        return upper < lower ? 0 : (upper - lower) / (uint64_t)step + 1;
    return lower < upper ? 0 : (lower - upper) / -(uint64_t)step + 1;
}

void sw_kmpc_leave_loop(struct sw_omp_thread *t)
{
    if (sw_omp_member(t)->chunks.open)
        sw_omp_loop_leave(t);
}
