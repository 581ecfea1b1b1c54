/* Loops with dependences between iterations: ordered(n). The outermost loop is shared, by its iterations
 * from 0 on; a vector says how far each of the nested loops has come, counted likewise. */
#include "agent/openmp/core/tasking.h"
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/gomp/loop.h"
#include "agent/openmp/gomp/reduction.h"
#include "agent/openmp/simulator/team.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long ull;

static void set_counts(struct sw_omp_share *s, unsigned n, const void *counts)
{
    uint64_t total = 1;
    s->counts = malloc(n * sizeof *s->counts);
    if (!s->counts)
        sw_omp_die("not enough memory for a loop with dependences");
    memcpy(s->counts, counts, n * sizeof *s->counts);
    s->n_counts = n;
    for (unsigned i = 0; i < n; i++)
        total *= s->counts[i];
    s->doacross = sw_omp_doacross_new(total);
}

struct doacross {
    unsigned n;
    const void *counts;
    long schedule;
    uint64_t chunk;
    void *from, *to;
    uintptr_t *reductions;
    void **memory;
    const void *address;
};

static bool start(const struct doacross *d)
{
    struct sw_gomp_loop loop =
        sw_gomp_loop_count(*(const uint64_t *)d->counts, d->schedule, d->chunk);
    struct sw_omp_thread *t = sw_omp_enter();
    if (d->reductions)
        sw_omp_group_begin(t, d->address);
    struct sw_omp_share *s = sw_gomp_loop_begin(t, &loop, SW_OMP_LOOP, d->address);
    if (!s->doacross)
        set_counts(s, d->n, d->counts);
    sw_gomp_share_extend(t, s, d->reductions, d->memory);
    bool any = !d->from || sw_gomp_loop_chunk(t, d->from, d->to);
    sw_omp_leave(t);
    return any;
}

#define DOACROSS(type, prefix, name, kind)                                                     \
    SW_GOMP bool GOMP_##prefix##_doacross_##name##_start(unsigned n, type *counts, type chunk, \
                                                         type *from, type *to)                 \
    {                                                                                          \
        struct doacross d = {n, counts, kind, (uint64_t)chunk, from, to, NULL, NULL, HERE};    \
        return start(&d);                                                                      \
    }

#define DOACROSS_OF(type, prefix)                                                             \
    DOACROSS(type, prefix, static, SW_GOMP_STATIC)                                            \
    DOACROSS(type, prefix, dynamic, SW_GOMP_DYNAMIC)                                          \
    DOACROSS(type, prefix, guided, SW_GOMP_GUIDED)                                            \
    SW_GOMP bool GOMP_##prefix##_doacross_runtime_start(unsigned n, type *counts, type *from, \
                                                        type *to)                             \
    {                                                                                         \
        struct doacross d = {n, counts, SW_GOMP_RUNTIME, 0, from, to, NULL, NULL, HERE};      \
        return start(&d);                                                                     \
    }                                                                                         \
    SW_GOMP bool GOMP_##prefix##_doacross_start(unsigned n, type *counts, long schedule,      \
                                                type chunk, type *from, type *to,             \
                                                uintptr_t *reductions, void **memory)         \
    {                                                                                         \
        struct doacross d = {n,          counts, schedule, (uint64_t)chunk, from, to,         \
                             reductions, memory, HERE};                                       \
        return start(&d);                                                                     \
    }

DOACROSS_OF(long, loop)
DOACROSS_OF(ull, loop_ull)

/* The number of an iteration in one row of all. */
static uint64_t number_of(const struct sw_omp_share *s, const uint64_t *vector)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < s->n_counts; i++)
        number = number * s->counts[i] + vector[i];
    return number;
}

static void post(const uint64_t *vector)
{
    struct sw_omp_thread *t = sw_omp_enter();
    const struct sw_omp_share *s = sw_omp_member(t)->share;
    if (s && s->doacross)
        sw_omp_doacross_post(t, s->doacross, number_of(s, vector));
    sw_omp_leave(t);
}

SW_GOMP void GOMP_doacross_post(long *vector)
{
    post((const uint64_t *)vector);
}

SW_GOMP void GOMP_doacross_ull_post(ull *vector)
{
    post((const uint64_t *)vector);
}

static void wait_for(uint64_t first, va_list rest)
{
    struct sw_omp_thread *t = sw_omp_enter();
    const struct sw_omp_share *s = sw_omp_member(t)->share;
    if (s && s->doacross) {
        uint64_t number = first;
        for (unsigned i = 1; i < s->n_counts; i++)
            number = number * s->counts[i] + va_arg(rest, uint64_t);
        sw_omp_doacross_wait(t, s->doacross, number, s->construct);
    }
    sw_omp_leave(t);
}

SW_GOMP void GOMP_doacross_wait(long first, ...)
{
    va_list rest;
    va_start(rest, first);
    wait_for((uint64_t)first, rest);
    va_end(rest);
}

SW_GOMP void GOMP_doacross_ull_wait(ull first, ...)
{
    va_list rest;
    va_start(rest, first);
    wait_for(first, rest);
    va_end(rest);
}
