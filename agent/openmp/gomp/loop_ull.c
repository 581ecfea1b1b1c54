/* Loops that count in unsigned long long; `up` says the sign of the step. */
#include "agent/openmp/gomp/loop.h"

typedef unsigned long long ull;

#define LOOP(name, schedule, is_ordered)                                                        \
    SW_GOMP bool GOMP_loop_ull_##name##_start(bool up, ull start, ull end, ull step, ull chunk, \
                                              ull *from, ull *to)                               \
    {                                                                                           \
        struct sw_gomp_loop loop = sw_gomp_loop_ull(up, start, end, step, schedule, chunk);     \
        loop.ordered = is_ordered;                                                              \
        return sw_gomp_loop_start(&loop, from, to, HERE);                                       \
    }                                                                                           \
    NEXT(name)

#define RUNTIME_LOOP(name, is_ordered)                                                          \
    SW_GOMP bool GOMP_loop_ull_##name##_start(bool up, ull start, ull end, ull step, ull *from, \
                                              ull *to)                                          \
    {                                                                                           \
        struct sw_gomp_loop loop = sw_gomp_loop_ull(up, start, end, step, SW_GOMP_RUNTIME, 0);  \
        loop.ordered = is_ordered;                                                              \
        return sw_gomp_loop_start(&loop, from, to, HERE);                                       \
    }                                                                                           \
    NEXT(name)

#define NEXT(name)                                               \
    SW_GOMP bool GOMP_loop_ull_##name##_next(ull *from, ull *to) \
    {                                                            \
        return sw_gomp_loop_next(from, to);                      \
    }

SW_GOMP_LOOPS(LOOP, RUNTIME_LOOP)

SW_GOMP bool GOMP_loop_ull_start(bool up, ull start, ull end, ull step, long schedule, ull chunk,
                                 ull *from, ull *to, uintptr_t *reductions, void **memory)
{
    struct sw_gomp_loop loop = sw_gomp_loop_ull(up, start, end, step, schedule, chunk);
    return sw_gomp_loop_start_with(&loop, from, to, reductions, memory, HERE);
}

SW_GOMP bool GOMP_loop_ull_ordered_start(bool up, ull start, ull end, ull step, long schedule,
                                         ull chunk, ull *from, ull *to, uintptr_t *reductions,
                                         void **memory)
{
    struct sw_gomp_loop loop = sw_gomp_loop_ull(up, start, end, step, schedule, chunk);
    loop.ordered = true;
    return sw_gomp_loop_start_with(&loop, from, to, reductions, memory, HERE);
}
