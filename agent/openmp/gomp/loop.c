/* Loops that count in long. */
#include "agent/openmp/gomp/loop.h"

#define LOOP(name, schedule, is_ordered)                                                           \
    SW_GOMP bool GOMP_loop_##name##_start(long start, long end, long step, long chunk, long *from, \
                                          long *to)                                                \
    {                                                                                              \
        struct sw_gomp_loop loop = sw_gomp_loop(start, end, step, schedule, chunk);                \
        loop.ordered = is_ordered;                                                                 \
        return sw_gomp_loop_start(&loop, from, to, HERE);                                          \
    }                                                                                              \
    NEXT(name)

#define RUNTIME_LOOP(name, is_ordered)                                                           \
    SW_GOMP bool GOMP_loop_##name##_start(long start, long end, long step, long *from, long *to) \
    {                                                                                            \
        struct sw_gomp_loop loop = sw_gomp_loop(start, end, step, SW_GOMP_RUNTIME, 0);           \
        loop.ordered = is_ordered;                                                               \
        return sw_gomp_loop_start(&loop, from, to, HERE);                                        \
    }                                                                                            \
    NEXT(name)

#define NEXT(name)                                             \
    SW_GOMP bool GOMP_loop_##name##_next(long *from, long *to) \
    {                                                          \
        return sw_gomp_loop_next(from, to);                    \
    }

SW_GOMP_LOOPS(LOOP, RUNTIME_LOOP)

SW_GOMP bool GOMP_loop_start(long start, long end, long step, long schedule, long chunk, long *from,
                             long *to, uintptr_t *reductions, void **memory)
{
    struct sw_gomp_loop loop = sw_gomp_loop(start, end, step, schedule, chunk);
    return sw_gomp_loop_start_with(&loop, from, to, reductions, memory, HERE);
}

SW_GOMP bool GOMP_loop_ordered_start(long start, long end, long step, long schedule, long chunk,
                                     long *from, long *to, uintptr_t *reductions, void **memory)
{
    struct sw_gomp_loop loop = sw_gomp_loop(start, end, step, schedule, chunk);
    loop.ordered = true;
    return sw_gomp_loop_start_with(&loop, from, to, reductions, memory, HERE);
}

#define PARALLEL_LOOP(name, schedule)                                                              \
    SW_GOMP void GOMP_parallel_loop_##name(void (*function)(void *), void *data, unsigned threads, \
                                           long start, long end, long step, long chunk,            \
                                           unsigned flags)                                         \
    {                                                                                              \
        struct sw_gomp_loop loop = sw_gomp_loop(start, end, step, schedule, chunk);                \
        sw_gomp_parallel_loop(function, data, threads, flags, &loop, SW_OMP_LOOP, HERE);           \
    }

#define PARALLEL_RUNTIME_LOOP(name)                                                                \
    SW_GOMP void GOMP_parallel_loop_##name(void (*function)(void *), void *data, unsigned threads, \
                                           long start, long end, long step, unsigned flags)        \
    {                                                                                              \
        struct sw_gomp_loop loop = sw_gomp_loop(start, end, step, SW_GOMP_RUNTIME, 0);             \
        sw_gomp_parallel_loop(function, data, threads, flags, &loop, SW_OMP_LOOP, HERE);           \
    }

PARALLEL_LOOP(static, SW_GOMP_STATIC)
PARALLEL_LOOP(dynamic, SW_GOMP_DYNAMIC)
PARALLEL_LOOP(guided, SW_GOMP_GUIDED)
PARALLEL_LOOP(nonmonotonic_dynamic, SW_GOMP_DYNAMIC)
PARALLEL_LOOP(nonmonotonic_guided, SW_GOMP_GUIDED)
PARALLEL_RUNTIME_LOOP(runtime)
PARALLEL_RUNTIME_LOOP(nonmonotonic_runtime)
PARALLEL_RUNTIME_LOOP(maybe_nonmonotonic_runtime)

/* As gcc before 4.9 has it. */
#define PARALLEL_LOOP_START(name, schedule)                                                \
    SW_GOMP void GOMP_parallel_loop_##name##_start(void (*function)(void *), void *data,   \
                                                   unsigned threads, long start, long end, \
                                                   long step, long chunk)                  \
    {                                                                                      \
        struct sw_gomp_loop loop = sw_gomp_loop(start, end, step, schedule, chunk);        \
        sw_gomp_parallel_loop_begin(function, data, threads, &loop, SW_OMP_LOOP, HERE);    \
    }

PARALLEL_LOOP_START(static, SW_GOMP_STATIC)
PARALLEL_LOOP_START(dynamic, SW_GOMP_DYNAMIC)
PARALLEL_LOOP_START(guided, SW_GOMP_GUIDED)

SW_GOMP void GOMP_parallel_loop_runtime_start(void (*function)(void *), void *data,
                                              unsigned threads, long start, long end, long step)
{
    struct sw_gomp_loop loop = sw_gomp_loop(start, end, step, SW_GOMP_RUNTIME, 0);
    sw_gomp_parallel_loop_begin(function, data, threads, &loop, SW_OMP_LOOP, HERE);
}

SW_GOMP void GOMP_loop_end(void)
{
    sw_gomp_loop_end();
}

SW_GOMP void GOMP_loop_end_nowait(void)
{
    sw_gomp_loop_leave();
}

SW_GOMP bool GOMP_loop_end_cancel(void)
{
    return sw_gomp_loop_end_cancel();
}
