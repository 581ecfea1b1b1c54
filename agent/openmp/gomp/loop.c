/*
 * libgomp's loops with a schedule, of both kinds of integers, and sections; and what orders the
 * iterations of a loop.
 */
#include "agent/openmp/gomp/gomp.h"
#include "agent/openmp/guard/guard.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Loops as gcc's code sees them: with its own counter, long or unsigned long long, which 64 bits do
 * for alike. */

/* How gcc says a schedule. */
enum {
    SW_GOMP_RUNTIME,
    SW_GOMP_STATIC,
    SW_GOMP_DYNAMIC,
    SW_GOMP_GUIDED,
    SW_GOMP_AUTO,
    SW_GOMP_MONOTONIC = INT_MIN
};

struct sw_gomp_loop {
    uint64_t start, end, step;
    uint64_t n; /* iterations */
    long schedule;
    uint64_t chunk;
    bool ordered;
    unsigned n_counts;
    const uint64_t *counts; /* of nested loops whose iterations depend on others; NULL: none do */
};

/* What all of gcc's loops have in common. */

static struct sw_gomp_loop make(uint64_t start, uint64_t end, uint64_t step, bool up, bool any,
                                long schedule, uint64_t chunk)
{
    return (struct sw_gomp_loop){.start = start,
                                 .end = any ? end : start,
                                 .step = step,
                                 .n = sw_gomp_trips(start, end, step, up, any),
                                 .schedule = schedule,
                                 .chunk = chunk};
}

typedef unsigned long long ull;

static struct sw_gomp_loop sw_gomp_loop_ull(bool up, ull start, ull end, ull step, long schedule,
                                            ull chunk)
{
    return make(start, end, step, up, up ? end > start : end < start, schedule, chunk);
}

static struct sw_gomp_loop sw_gomp_loop(long start, long end, long step, long schedule, long chunk)
{
    bool up = step > 0, any = up ? end > start : step && end < start;
    uint64_t size = chunk > 0 ? (uint64_t)chunk : 0;
    return make((uint64_t)start, (uint64_t)end, (uint64_t)step, up, any, schedule, size);
}

/* Iterations from 0 to n - 1. */
static struct sw_gomp_loop sw_gomp_loop_count(uint64_t n, long schedule, uint64_t chunk)
{
    return make(0, n, 1, true, n, schedule, chunk);
}

static struct sw_omp_loop resolve(const struct sw_omp_thread *t, const struct sw_gomp_loop *loop)
{
    static const int kinds[] = {0, SW_OMP_STATIC, SW_OMP_DYNAMIC, SW_OMP_GUIDED, SW_OMP_STATIC};
    const struct sw_omp_icv *icv = &t->task->icv;
    unsigned schedule = (unsigned)loop->schedule & ~(unsigned)SW_GOMP_MONOTONIC;
    struct sw_omp_loop resolved = {.n = loop->n, .chunk = loop->chunk, .ordered = loop->ordered};
    if (schedule == SW_GOMP_RUNTIME) {
        resolved.schedule = icv->schedule;
        resolved.chunk = icv->schedule == SW_OMP_AUTO ? 0 : (uint64_t)icv->chunk;
    } else {
        resolved.schedule = kinds[schedule <= SW_GOMP_AUTO ? schedule : SW_GOMP_STATIC];
    }
    return resolved;
}

/* Inside the runtime: the thread comes to the loop; gets its next chunk. */
static struct sw_omp_share *sw_gomp_loop_begin(struct sw_omp_thread *t,
                                               const struct sw_gomp_loop *loop,
                                               enum sw_construct_kind kind, const void *address)
{
    struct sw_omp_loop resolved = resolve(t, loop);
    struct sw_omp_share *s = sw_omp_loop_begin(t, kind, &resolved, false, address);
    s->start = loop->start;
    s->end = loop->end;
    s->step = loop->step;
    return s;
}

static bool sw_gomp_loop_chunk(struct sw_omp_thread *t, uint64_t *from, uint64_t *to)
{
    uint64_t first, end;
    if (!sw_omp_loop_chunk(t, &first, &end))
        return false;
    const struct sw_omp_share *s = sw_omp_member(t)->share;
    *from = s->start + first * s->step;
    *to = end == s->n && s->schedule != SW_OMP_STATIC ? s->end : s->start + end * s->step;
    return true;
}

/* The same, from the program. */
static bool sw_gomp_loop_start(struct sw_gomp_loop loop, bool ordered, void *from, void *to,
                               const void *address)
{
    SW_OMP_INSIDE(t);
    loop.ordered = ordered;
    sw_gomp_loop_begin(t, &loop, SW_CONSTRUCT_LOOP, address);
    return sw_gomp_loop_chunk(t, from, to);
}

__attribute__((used)) static bool sw_gomp_loop_next(void *from, void *to)
{
    SW_OMP_INSIDE(t);
    return sw_gomp_loop_chunk(t, from, to);
}

static void set_counts(struct sw_omp_share *s, const struct sw_gomp_loop *loop, unsigned threads)
{
    uint64_t total = 1;
    s->counts = sw_omp_need(malloc(loop->n_counts * sizeof *s->counts), "a loop with dependences");
    memcpy(s->counts, loop->counts, loop->n_counts * sizeof *s->counts);
    s->n_counts = loop->n_counts;
    for (unsigned i = 0; i < s->n_counts; i++)
        total *= s->counts[i];
    s->doacross = sw_omp_doacross_new(total, threads);
}

/* ... with what gcc 9 and later want: the tasks' reductions, and memory that all threads have in
 * common, of as many bytes as *memory says. Without `from` the program divides the loop by itself. */
static bool sw_gomp_loop_start_with(struct sw_gomp_loop loop, bool ordered, void *from, void *to,
                                    uintptr_t *reductions, void **memory, const void *address)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_share *s;
    bool is_new;
    loop.ordered = ordered;
    if (reductions)
        sw_omp_group_begin(t, address);
    s = from || loop.counts ? sw_gomp_loop_begin(t, &loop, SW_CONSTRUCT_LOOP, address)
                            : sw_omp_share_next(t, SW_CONSTRUCT_LOOP, address, &is_new);
    if (loop.counts && !s->doacross)
        set_counts(s, &loop, t->team->n);
    sw_gomp_share_extend(t, s, reductions, memory);
    return !from || sw_gomp_loop_chunk(t, from, to);
}

struct job {
    void (*function)(void *);
    void *data;
    struct sw_gomp_loop loop;
    enum sw_construct_kind kind;
    const void *address;
};

static void come_to_loop(const struct job *job)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_share *s = sw_gomp_loop_begin(t, &job->loop, job->kind, job->address);
    sw_omp_body(t->simulator, s->construct, job->function);
    sw_omp_body(t->simulator, t->team->construct, job->function);
}

static void run(void *argument)
{
    const struct job *job = argument;
    come_to_loop(job);
    job->function(job->data);
}

static unsigned size_of(struct sw_omp_thread *t, unsigned asked, const struct job *job)
{
    unsigned n = sw_omp_team_size(t, asked);
    if (n > 1)
        sw_omp_spins_of((const void *)job->function);
    bool fewer = job->kind == SW_CONSTRUCT_SECTIONS && t->task->icv.dynamic;
    return fewer && job->loop.n && job->loop.n < n ? (unsigned)job->loop.n : n;
}

/* A region of which all threads come to that loop first. */
static void sw_gomp_parallel_loop(void (*function)(void *), void *data, unsigned threads,
                                  struct sw_gomp_loop loop, enum sw_construct_kind kind,
                                  const void *address)
{
    struct job job = {function, data, loop, kind, address};
    struct sw_omp_thread *t = sw_omp_enter();
    sw_gomp_team_begin(t, size_of(t, threads, &job), run, &job, address);
    sw_omp_team_run(t, run, &job);
}

/* As gcc before 4.9 has it: the caller runs its own part and then says that it has ended. */
static void sw_gomp_parallel_loop_begin(void (*function)(void *), void *data, unsigned threads,
                                        struct sw_gomp_loop loop, enum sw_construct_kind kind,
                                        const void *address)
{
    struct job *job = sw_omp_need(malloc(sizeof *job), "a region");
    *job = (struct job){function, data, loop, kind, address};
    struct sw_omp_thread *t = sw_omp_enter();
    sw_gomp_team_begin(t, size_of(t, threads, job), run, job, address)->abi = job;
    sw_omp_leave(t);
    come_to_loop(job);
}

/* The thread leaves its loop or sections; with a barrier, and whether that was cancelled. */
SW_OMP_ENTRY(void, GOMP_loop_end_nowait, (void), (void)sw_omp_loop_leave(t))
SW_OMP_ENTRY(void, GOMP_loop_end, (void), sw_omp_barrier(t, sw_omp_loop_leave(t)))
SW_OMP_ENTRY(bool, GOMP_loop_end_cancel, (void),
             sw_omp_barrier_cancellable(t, sw_omp_loop_leave(t)))

SW_OMP_ALIAS(GOMP_sections_end_nowait, GOMP_loop_end_nowait);
SW_OMP_ALIAS(GOMP_sections_end, GOMP_loop_end);
SW_OMP_ALIAS(GOMP_sections_end_cancel, GOMP_loop_end_cancel);

/* The loops that gcc has functions of their own for: some with a list of parameters, the loop made of these, and those that are like another. */

#define START(name, is_ordered, parameters, made)                     \
    SW_OMP_CALL(bool, GOMP_loop_##name##_start, parameters,           \
                sw_gomp_loop_start(made, is_ordered, from, to, HERE)) \
    SW_OMP_ALIAS(GOMP_loop_##name##_next, sw_gomp_loop_next);

#define LIKE_ONE(name, other)                                          \
    SW_OMP_ALIAS(GOMP_loop_##name##_start, GOMP_loop_##other##_start); \
    SW_OMP_ALIAS(GOMP_loop_##name##_next, sw_gomp_loop_next);

/* Each counts in long, or in unsigned long long, where `up` says the sign of the step. */
#define LOOP(name, schedule, is_ordered)                                                         \
    START(name, is_ordered, (long start, long end, long step, long chunk, long *from, long *to), \
          sw_gomp_loop(start, end, step, schedule, chunk))                                       \
    START(ull_##name, is_ordered,                                                                \
          (bool up, ull start, ull end, ull step, ull chunk, ull *from, ull *to),                \
          sw_gomp_loop_ull(up, start, end, step, schedule, chunk))
#define RUNTIME_LOOP(name, is_ordered)                                                         \
    START(name, is_ordered, (long start, long end, long step, long *from, long *to),           \
          sw_gomp_loop(start, end, step, SW_GOMP_RUNTIME, 0))                                  \
    START(ull_##name, is_ordered, (bool up, ull start, ull end, ull step, ull *from, ull *to), \
          sw_gomp_loop_ull(up, start, end, step, SW_GOMP_RUNTIME, 0))
#define LIKE(name, other) \
    LIKE_ONE(name, other) \
    LIKE_ONE(ull_##name, ull_##other)

LOOP(static, SW_GOMP_STATIC, false)
LOOP(dynamic, SW_GOMP_DYNAMIC, false)
LOOP(guided, SW_GOMP_GUIDED, false)
LOOP(ordered_static, SW_GOMP_STATIC, true)
LOOP(ordered_dynamic, SW_GOMP_DYNAMIC, true)
LOOP(ordered_guided, SW_GOMP_GUIDED, true)
RUNTIME_LOOP(runtime, false)
RUNTIME_LOOP(ordered_runtime, true)
LIKE(nonmonotonic_dynamic, dynamic)
LIKE(nonmonotonic_guided, guided)
LIKE(nonmonotonic_runtime, runtime)
LIKE(maybe_nonmonotonic_runtime, runtime)

#define START_WITH(name, is_ordered)                                                               \
    SW_OMP_CALL(bool, GOMP_loop_##name,                                                            \
                (long start, long end, long step, long schedule, long chunk, long *from, long *to, \
                 uintptr_t *reductions, void **memory),                                            \
                sw_gomp_loop_start_with(sw_gomp_loop(start, end, step, schedule, chunk),           \
                                        is_ordered, from, to, reductions, memory, HERE))           \
    SW_OMP_CALL(bool, GOMP_loop_ull_##name,                                                        \
                (bool up, ull start, ull end, ull step, long schedule, ull chunk, ull *from,       \
                 ull *to, uintptr_t *reductions, void **memory),                                   \
                sw_gomp_loop_start_with(sw_gomp_loop_ull(up, start, end, step, schedule, chunk),   \
                                        is_ordered, from, to, reductions, memory, HERE))
START_WITH(start, false)
START_WITH(ordered_start, true)

/* Regions that are a loop; and as gcc before 4.9 has them. Those of schedule(runtime) are given no chunk: what stands in its place
 * is ignored. */
#define PARALLEL_LOOP(name, schedule)                                                          \
    SW_OMP_CALL(void, GOMP_parallel_loop_##name,                                               \
                (void (*function)(void *), void *data, unsigned threads, long start, long end, \
                 long step, long chunk, unsigned flags),                                       \
                sw_gomp_parallel_loop(function, data, threads,                                 \
                                      sw_gomp_loop(start, end, step, schedule, chunk),         \
                                      SW_CONSTRUCT_LOOP, HERE))                                \
    SW_OMP_CALL(void, GOMP_parallel_loop_##name##_start,                                       \
                (void (*function)(void *), void *data, unsigned threads, long start, long end, \
                 long step, long chunk),                                                       \
                sw_gomp_parallel_loop_begin(function, data, threads,                           \
                                            sw_gomp_loop(start, end, step, schedule, chunk),   \
                                            SW_CONSTRUCT_LOOP, HERE))

PARALLEL_LOOP(static, SW_GOMP_STATIC)
PARALLEL_LOOP(dynamic, SW_GOMP_DYNAMIC)
PARALLEL_LOOP(guided, SW_GOMP_GUIDED)
PARALLEL_LOOP(runtime, SW_GOMP_RUNTIME)

SW_OMP_ALIAS(GOMP_parallel_loop_nonmonotonic_dynamic, GOMP_parallel_loop_dynamic);
SW_OMP_ALIAS(GOMP_parallel_loop_nonmonotonic_guided, GOMP_parallel_loop_guided);
SW_OMP_ALIAS(GOMP_parallel_loop_nonmonotonic_runtime, GOMP_parallel_loop_runtime);
SW_OMP_ALIAS(GOMP_parallel_loop_maybe_nonmonotonic_runtime, GOMP_parallel_loop_runtime);

/* Sections: a loop over their numbers, which gcc counts from 1 on; 0: there is none left. */

static unsigned next(struct sw_omp_thread *t)
{
    uint64_t from, to;
    return sw_gomp_loop_chunk(t, &from, &to) ? (unsigned)from + 1 : 0;
}

static struct sw_gomp_loop sections(unsigned count)
{
    return sw_gomp_loop_count(count, SW_GOMP_DYNAMIC, 1);
}

static unsigned start_sections(unsigned count, uintptr_t *reductions, void **memory,
                               const void *address)
{
    struct sw_gomp_loop loop = sections(count);
    SW_OMP_INSIDE(t);
    if (reductions)
        sw_omp_group_begin(t, address);
    sw_gomp_share_extend(t, sw_gomp_loop_begin(t, &loop, SW_CONSTRUCT_SECTIONS, address),
                         reductions, memory);
    return next(t);
}

SW_OMP_CALL(unsigned, GOMP_sections_start, (unsigned count),
            start_sections(count, NULL, NULL, HERE))
SW_OMP_CALL(unsigned, GOMP_sections2_start, (unsigned count, uintptr_t *reductions, void **memory),
            start_sections(count, reductions, memory, HERE))
SW_OMP_ENTRY(unsigned, GOMP_sections_next, (void), next(t))
SW_OMP_CALL(void, GOMP_parallel_sections,
            (void (*function)(void *), void *data, unsigned threads, unsigned count,
             unsigned flags),
            sw_gomp_parallel_loop(function, data, threads, sections(count), SW_CONSTRUCT_SECTIONS,
                                  HERE))
SW_OMP_CALL(void, GOMP_parallel_sections_start,
            (void (*function)(void *), void *data, unsigned threads, unsigned count),
            sw_gomp_parallel_loop_begin(function, data, threads, sections(count),
                                        SW_CONSTRUCT_SECTIONS, HERE))

/* Loops with dependences between iterations: ordered(n). The outermost loop is shared, by its iterations
 * from 0 on; a vector says how far each of the nested loops has come, counted likewise. So all counters are alike. */

static struct sw_gomp_loop doacross(unsigned n, const long *counts, long schedule, long chunk)
{
    struct sw_gomp_loop loop = sw_gomp_loop_count((uint64_t)*counts, schedule, (uint64_t)chunk);
    loop.n_counts = n;
    loop.counts = (const uint64_t *)counts;
    return loop;
}

#define DOACROSS(name, kind)                                                                     \
    SW_OMP_CALL(bool, GOMP_loop_doacross_##name##_start,                                         \
                (unsigned n, long *counts, long chunk, long *from, long *to),                    \
                sw_gomp_loop_start_with(doacross(n, counts, kind, chunk), false, from, to, NULL, \
                                        NULL, HERE))                                             \
    SW_OMP_ALIAS(GOMP_loop_ull_doacross_##name##_start, GOMP_loop_doacross_##name##_start);

DOACROSS(static, SW_GOMP_STATIC)
DOACROSS(dynamic, SW_GOMP_DYNAMIC)
DOACROSS(guided, SW_GOMP_GUIDED)

SW_OMP_CALL(bool, GOMP_loop_doacross_runtime_start,
            (unsigned n, long *counts, long *from, long *to),
            sw_gomp_loop_start_with(doacross(n, counts, SW_GOMP_RUNTIME, 0), false, from, to, NULL,
                                    NULL, HERE))
SW_OMP_CALL(bool, GOMP_loop_doacross_start,
            (unsigned n, long *counts, long schedule, long chunk, long *from, long *to,
             uintptr_t *reductions, void **memory),
            sw_gomp_loop_start_with(doacross(n, counts, schedule, chunk), false, from, to,
                                    reductions, memory, HERE))

SW_OMP_ALIAS(GOMP_loop_ull_doacross_runtime_start, GOMP_loop_doacross_runtime_start);
SW_OMP_ALIAS(GOMP_loop_ull_doacross_start, GOMP_loop_doacross_start);

/* The number of an iteration in one row of all. */
static uint64_t number_of(const struct sw_omp_share *s, const uint64_t *vector)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < s->n_counts; i++)
        number = number * s->counts[i] + vector[i];
    return number;
}

SW_API void GOMP_doacross_post(const uint64_t *vector)
{
    SW_OMP_INSIDE(t);
    const struct sw_omp_share *s = sw_omp_member(t)->share;
    if (s && s->doacross)
        sw_omp_doacross_post(t, s->doacross, number_of(s, vector), s->construct);
}

SW_API void GOMP_doacross_wait(uint64_t number, ...)
{
    SW_OMP_INSIDE(t);
    const struct sw_omp_share *s = sw_omp_member(t)->share;
    va_list rest;
    va_start(rest, number);
    if (s && s->doacross) {
        for (unsigned i = 1; i < s->n_counts; i++)
            number = number * s->counts[i] + va_arg(rest, uint64_t);
        sw_omp_doacross_wait(t, s->doacross, number, s->construct);
    }
    va_end(rest);
}

SW_OMP_ALIAS(GOMP_doacross_ull_post, GOMP_doacross_post);
SW_OMP_ALIAS(GOMP_doacross_ull_wait, GOMP_doacross_wait);
