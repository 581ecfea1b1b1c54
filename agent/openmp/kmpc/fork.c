/*
 * libomp's parallel regions and teams, calls of the functions that clang has made of their
 * bodies, and what a thread is.
 */
#include "agent/openmp/kmpc/kmpc.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What all threads of a region are to call. */

struct sw_kmpc_region {
    sw_kmpc_micro *function;
    int n;
    void **arguments;
};

/* A call with a number of arguments that is known at run time only. Who is called with more than it
 * takes does not notice, so a few sizes do for all. */

#define A4(i)   a[i], a[i + 1], a[i + 2], a[i + 3]
#define A16(i)  A4(i), A4(i + 4), A4(i + 8), A4(i + 12)
#define A64(i)  A16(i), A16(i + 16), A16(i + 32), A16(i + 48)
#define A256(i) A64(i), A64(i + 64), A64(i + 128), A64(i + 192)
#define MOST    1024

/* Not as one with `...`: the callee has named parameters. */
#define T4      void *, void *, void *, void *
#define T16     T4, T4, T4, T4
#define T64     T16, T16, T16, T16
#define T256    T64, T64, T64, T64

static void call_many(sw_kmpc_micro *function, int32_t *global, int32_t *bound, int n,
                      void **arguments)
{
    void *a[MOST] = {0};
    memcpy(a, arguments, (size_t)n * sizeof *a);
    if (n <= 64)
        ((void (*)(int32_t *, int32_t *, T64))function)(global, bound, A64(0));
    else if (n <= 256)
        ((void (*)(int32_t *, int32_t *, T256))function)(global, bound, A256(0));
    else
        ((void (*)(int32_t *, int32_t *, T256, T256, T256, T256))function)(
            global, bound, A256(0), A256(256), A256(512), A256(768));
}

static void sw_kmpc_invoke(sw_kmpc_micro *function, int32_t *global, int32_t *bound, int n,
                           void **arguments)
{
    void *a[16] = {0};
    if (n > MOST)
        sw_omp_die("a parallel region shares %d variables, more than the %d that are possible", n,
                   MOST);
    if (n > 16) {
        call_many(function, global, bound, n, arguments);
        return;
    }
    memcpy(a, arguments, (size_t)n * sizeof *a);
    if (n <= 4)
        ((void (*)(int32_t *, int32_t *, T4))function)(global, bound, A4(0));
    else
        ((void (*)(int32_t *, int32_t *, T16))function)(global, bound, A16(0));
}

/* Parallel regions. */

/* A thread's part. */
static void sw_kmpc_region_run(void *data)
{
    const struct sw_kmpc_region *region = data;
    const struct sw_omp_thread *t = sw_omp_self();
    int32_t global = sw_kmpc_number(t), bound = (int32_t)t->number;
    sw_kmpc_invoke(region->function, &global, &bound, region->n, region->arguments);
}

/* What was said of the next region holds for that one alone. */
static unsigned take_threads(void)
{
    struct sw_omp_thread *t = sw_omp_self();
    unsigned threads = t->abi ? sw_kmpc_thread(t)->threads : 0;
    if (threads)
        sw_kmpc_thread(t)->threads = 0;
    return threads;
}

/* What a region is to call, with as many pointers as follow the function: `region` is declared. */
#define REGION(region, function, n)          \
    void *arguments[(n) > 0 ? (n) : 1];      \
    va_list list;                            \
    va_start(list, function);                \
    for (int i = 0; i < (n); i++)            \
        arguments[i] = va_arg(list, void *); \
    va_end(list);                            \
    struct sw_kmpc_region region = {function, n, arguments}

SW_API void __kmpc_fork_call(struct sw_kmpc_ident *loc, int32_t n, sw_kmpc_micro *function, ...)
{
    REGION(region, function, n);
    sw_omp_parallel(sw_kmpc_region_run, &region, take_threads(), HERE, (const void *)function);
}

static void begin_serial(const void *address)
{
    SW_OMP_INSIDE(t);
    take_threads();
    sw_omp_team_begin(t, SW_CONSTRUCT_PARALLEL, 1, NULL, NULL, address);
}

/* The caller runs the region itself, in between. */
SW_OMP_CALL(void, __kmpc_serialized_parallel, (CALLER), begin_serial(HERE))
SW_OMP_ENTRY(void, __kmpc_end_serialized_parallel, (CALLER), sw_omp_team_end(t))

/* With its `if` clause, and all that is shared in one struct. */
SW_API void __kmpc_fork_call_if(struct sw_kmpc_ident *loc, int32_t n, sw_kmpc_micro *function,
                                int32_t condition, void *arguments)
{
    struct sw_kmpc_region region = {function, 1, &arguments};
    if (condition) {
        sw_omp_parallel(sw_kmpc_region_run, &region, take_threads(), HERE, (const void *)function);
        return;
    }
    begin_serial(HERE);
    sw_kmpc_region_run(&region);
    __kmpc_end_serialized_parallel(loc, 0);
}

SW_OMP_CALL(void, __kmpc_push_num_threads, (CALLER, int32_t threads),
            (void)(sw_kmpc_thread(sw_omp_self())->threads = threads > 0 ? (unsigned)threads : 0))

/* There are always as many as are asked for. */
SW_OMP_CALL(void, __kmpc_push_num_threads_strict,
            (CALLER, int32_t threads, int severity, const char *message),
            __kmpc_push_num_threads(loc, global, threads))

SW_KMPC_NOTHING(__kmpc_pop_num_threads)
SW_KMPC_NOTHING(__kmpc_push_proc_bind) /* simulated processors are all alike */

/* teams on the host. Of how many teams and threads as libomp: never more than there are processors. */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

SW_API void __kmpc_push_num_teams(CALLER, int32_t teams, int32_t threads)
{
    struct sw_kmpc_thread *state = sw_kmpc_thread(sw_omp_self());
    state->teams = teams > 0 ? (unsigned)teams : 0;
    state->limit = threads > 0 ? (unsigned)threads : 0;
}

/* At least so many, at most so many: the most that there are processors for. */
SW_OMP_CALL(void, __kmpc_push_num_teams_51, (CALLER, int32_t lower, int32_t upper, int32_t threads),
            __kmpc_push_num_teams(loc, global, upper > 0 ? upper : lower, threads))

SW_API void __kmpc_set_thread_limit(CALLER, int32_t threads)
{
    if (threads > 0)
        sw_omp_self()->task->icv.thread_limit = (unsigned)threads;
}

static void decide(struct sw_omp_league *league)
{
    const struct sw_omp_settings *s = &sw_omp_settings;
    const struct sw_omp_thread *t = sw_omp_self();
    struct sw_kmpc_thread *state = sw_kmpc_thread((struct sw_omp_thread *)t);
    unsigned teams = state->teams ? state->teams : s->num_teams ? s->num_teams : 1;
    league->teams = least(teams, s->processors);
    league->limit = state->limit;
    unsigned threads = state->limit            ? state->limit
                       : s->teams_thread_limit ? s->teams_thread_limit
                                               : s->processors;
    league->most = least(least(threads, t->task->icv.threads), s->processors / league->teams);
    state->teams = state->limit = 0;
}

SW_API void __kmpc_fork_teams(struct sw_kmpc_ident *loc, int32_t n, sw_kmpc_micro *function, ...)
{
    REGION(region, function, n);
    struct sw_omp_league league = {
        .function = sw_kmpc_region_run, .data = &region, .address = HERE};
    decide(&league);
    sw_omp_league(&league);
}

/* Start and end of the runtime, and who a thread is. */

struct sw_kmpc_thread *sw_kmpc_thread(struct sw_omp_thread *t)
{
    if (!t->abi)
        t->abi = sw_omp_need(calloc(1, sizeof(struct sw_kmpc_thread)), "a thread");
    return t->abi;
}

SW_KMPC_NOTHING(__kmpc_begin)
SW_KMPC_NOTHING(__kmpc_end)

SW_KMPC_ANSWER(__kmpc_global_thread_num, sw_omp_self_if_any() ? sw_kmpc_number(sw_omp_self()) : 0)
SW_KMPC_ANSWER(__kmpc_global_num_threads, (int)sw_omp_self()->simulator->n_threads + 1)
SW_KMPC_ANSWER(__kmpc_bound_thread_num, (int)sw_omp_self()->number)
SW_KMPC_ANSWER(__kmpc_bound_num_threads, (int)sw_omp_self()->team->n)
SW_KMPC_ANSWER(__kmpc_ok_to_fork, 1)
SW_KMPC_ANSWER(__kmpc_in_parallel, sw_omp_self()->team->active_level > 0)
