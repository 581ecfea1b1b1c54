/* libomp's loops: static, dispatched chunk by chunk, and ordered by doacross dependences. */
#include "agent/openmp/kmpc/kmpc.h"

#include <stdlib.h>

/* Loops with dependences between iterations. Their bounds are said before the loop begins, which then
 * has them; a vector of counters is an iteration. */

struct dimension {
    int64_t lower, upper, step;
};

struct sw_kmpc_bounds {
    struct sw_kmpc_bounds *outer; /* of a loop that it is in, outside this region */
    bool begun;                   /* the loop that they are for */
    int n;
    uint64_t total;
    struct dimension of[];
};

/* The loop that the thread has come to has dependences if that was said before. */
static void sw_kmpc_doacross_begin(struct sw_omp_thread *t, struct sw_omp_share *share)
{
    struct sw_kmpc_thread *state = t->abi;
    if (!state || !state->bounds || state->bounds->begun)
        return;
    state->bounds->begun = true;
    if (!share->doacross)
        share->doacross = sw_omp_doacross_new(state->bounds->total, t->team->n);
}

/* Translates clang's loop schedules and bounds into ours. */

enum {
    SW_KMPC_STATIC_CHUNKED = 33,
    SW_KMPC_STATIC,
    SW_KMPC_DYNAMIC_CHUNKED,
    SW_KMPC_GUIDED_CHUNKED,
    SW_KMPC_RUNTIME,
    SW_KMPC_AUTO,
    SW_KMPC_TRAPEZOIDAL,
    SW_KMPC_STATIC_GREEDY,
    SW_KMPC_STATIC_BALANCED,
    SW_KMPC_GUIDED_ITERATIVE,
    SW_KMPC_GUIDED_ANALYTICAL,
    SW_KMPC_STATIC_STEAL,
    SW_KMPC_STATIC_BALANCED_CHUNKED,
    SW_KMPC_GUIDED_SIMD,
    SW_KMPC_RUNTIME_SIMD,
    SW_KMPC_ORDERED = 32,   /* added to those up to trapezoidal: from 65 on */
    SW_KMPC_NO_MERGE = 128, /* added to those and to the ordered ones: from 161 on */
    SW_KMPC_DISTRIBUTE_CHUNKED = 91,
    SW_KMPC_DISTRIBUTE_STATIC,
    SW_KMPC_MONOTONIC = 1 << 29,
    SW_KMPC_NONMONOTONIC = 1 << 30
};

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

/* What it is for a loop of n iterations that the thread comes to. */
static struct sw_omp_loop sw_kmpc_schedule(const struct sw_omp_thread *t, int32_t schedule,
                                           uint64_t n, int64_t chunk)
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

/* Iterations of for (i = lower; i <= upper; i += step), with a negative step >=, as the counter's type has it whether there are any. */
#define TRIPS(lower, upper, step)                     \
    trips((uint64_t)(lower), (uint64_t)(upper), step, \
          (step) > 0 ? (lower) <= (upper) : (lower) >= (upper))

static uint64_t trips(uint64_t from, uint64_t to, int64_t step, bool any)
{
    return !any ? 0 : (step > 0 ? (to - from) / (uint64_t)step : (from - to) / -(uint64_t)step) + 1;
}

void sw_kmpc_leave_loop(struct sw_omp_thread *t)
{
    if (sw_omp_member(t)->chunks.open)
        sw_omp_loop_leave(t);
}

/*
 * Static loops: the program is told which iterations are its own and goes through them itself. With a
 * chunk size it gets the first chunk and how far it is to the next; it cuts the last one to the loop's
 * end. All in iterations, counted from 0; a counter's own type matters at the edges only.
 */

struct part {
    uint64_t n;            /* iterations of the loop */
    uint64_t among, which; /* so many parts; this one */
    uint64_t chunk;        /* 0: none */
    bool even;             /* parts are multiples of the chunk, one for each */
    /* What is found: */
    uint64_t from, to;
    uint64_t stride;
    uint64_t chunks;
    bool last;
};

static void divide_evenly(struct part *p)
{
    uint64_t each = p->n / p->among, more = p->n % p->among;
    p->from = p->which * each + (p->which < more ? p->which : more);
    p->to = p->from + each + (p->which < more);
    p->last = p->to == p->n && p->from < p->to;
}

/* Each a whole number of chunks. */
static void divide_by_multiples(struct part *p)
{
    uint64_t each = p->n / p->among + (p->n % p->among != 0);
    each = (each + p->chunk - 1) / p->chunk * p->chunk;
    p->from = p->which > p->n / each ? p->n : p->which * each;
    p->from = p->from < p->n ? p->from : p->n;
    p->to = p->n - p->from < each ? p->n : p->from + each;
    p->last = p->to == p->n && p->from < p->to;
}

static void deal_chunks(struct part *p)
{
    uint64_t n_chunks = p->n / p->chunk + (p->n % p->chunk != 0);
    p->stride = n_chunks <= p->among ? p->n : p->chunk * p->among;
    if (p->which >= n_chunks) {
        p->from = p->to = p->n;
        return;
    }
    p->from = p->which * p->chunk;
    p->to = p->n - p->from < p->chunk ? p->n : p->from + p->chunk;
    /* The next one of ours, if there is none: right behind the end, where no counter overflows. */
    if (p->stride > p->n - p->from)
        p->stride = p->n - p->from;
    p->chunks = (n_chunks - p->which + p->among - 1) / p->among;
    p->last = (n_chunks - 1) % p->among == p->which;
}

static void divide(struct part *p)
{
    p->stride = p->n;
    p->last = false;
    p->from = p->to = p->n;
    p->chunks = 0;
    if (!p->n)
        return;
    if (p->chunk && !p->even && p->among > 1) {
        deal_chunks(p);
        return;
    }
    if (p->chunk && p->even)
        divide_by_multiples(p);
    else
        divide_evenly(p);
    p->chunks = p->from < p->to;
}

/* The thread's part of a loop, or its team's of a distributed one; and it is in that loop from now on. */
static void begin_static(const struct sw_kmpc_ident *loc, int32_t schedule, struct part *p,
                         int64_t chunk, const void *address)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_loop loop = sw_kmpc_schedule(t, schedule, p->n, chunk);
    int32_t kind = schedule & ~(SW_KMPC_MONOTONIC | SW_KMPC_NONMONOTONIC);
    bool distributed = kind == SW_KMPC_DISTRIBUTE_CHUNKED || kind == SW_KMPC_DISTRIBUTE_STATIC;
    p->among = distributed ? t->team->n_teams : t->team->n;
    p->which = distributed ? t->team->team_number : t->number;
    p->chunk = loop.chunk;
    p->even = kind == SW_KMPC_STATIC_BALANCED_CHUNKED;
    divide(p);
    sw_kmpc_leave_loop(t);
    if (distributed)
        loop.n = p->to - p->from;
    bool sections = loc && loc->flags & SW_KMPC_SECTIONS;
    sw_omp_loop_own(t, sections ? SW_CONSTRUCT_SECTIONS : SW_CONSTRUCT_LOOP, &loop, p->chunks,
                    address);
    sw_kmpc_doacross_begin(t, sw_omp_member(t)->share);
}

/* The types of counters. */
#define OF_EACH_TYPE(X)      \
    X(4, int32_t, int32_t)   \
    X(4u, uint32_t, int32_t) \
    X(8, int64_t, int64_t)   \
    X(8u, uint64_t, int64_t)

/* Where a counter of that type begins and ends, for a part. */
#define TELL(p, is_last, lower, upper, stride, step)                                         \
    do {                                                                                     \
        __typeof__(*(lower)) begin_ = *(lower), end_ = *(upper);                             \
        *(stride) = (p).n ? (__typeof__(*(stride)))((p).stride * (uint64_t)(step)) : (step); \
        if (is_last)                                                                         \
            *(is_last) = (p).last;                                                           \
        if (!(p).n)                                                                          \
            break;                                                                           \
        if ((p).from >= (p).to) {                                                            \
            *(lower) = (__typeof__(begin_))((uint64_t)end_ + ((step) > 0 ? 1 : UINT64_MAX)); \
            break;                                                                           \
        }                                                                                    \
        *(lower) = (__typeof__(begin_))((uint64_t)begin_ + (p).from * (uint64_t)(step));     \
        *(upper) = (__typeof__(begin_))((uint64_t)begin_ + ((p).to - 1) * (uint64_t)(step)); \
    } while (0)

#define STATIC(suffix, type, signed_type)                                                      \
    SW_API void __kmpc_for_static_init_##suffix(CALLER, int32_t schedule, int32_t *last,       \
                                                type *lower, type *upper, signed_type *stride, \
                                                signed_type step, signed_type chunk)           \
    {                                                                                          \
        struct part p = {.n = TRIPS(*lower, *upper, step)};                                    \
        begin_static(loc, schedule, &p, chunk, HERE);                                          \
        TELL(p, last, lower, upper, stride, step);                                             \
    }

OF_EACH_TYPE(STATIC)

SW_OMP_ENTRY(void, __kmpc_for_static_fini, (CALLER), sw_kmpc_leave_loop(t))

/* The team's part of a loop that is distributed to teams: their chunks, and how far it is to the next. */
static struct part of_team(uint64_t n, int64_t chunk)
{
    const struct sw_omp_team *team = sw_omp_self()->team;
    struct part p = {.n = n,
                     .among = team->n_teams,
                     .which = team->team_number,
                     .chunk = chunk > 0 ? (uint64_t)chunk : 0};
    divide(&p);
    return p;
}

/* A loop that goes to teams first, and each team's part to its threads. */
#define DISTRIBUTE(suffix, type, signed_type)                                                     \
    SW_API void __kmpc_team_static_init_##suffix(CALLER, int32_t *last, type *lower, type *upper, \
                                                 signed_type *stride, signed_type step,           \
                                                 signed_type chunk)                               \
    {                                                                                             \
        struct part p = of_team(TRIPS(*lower, *upper, step), chunk > 0 ? chunk : 1);              \
        TELL(p, last, lower, upper, stride, step);                                                \
    }                                                                                             \
                                                                                                  \
    SW_API void __kmpc_dist_for_static_init_##suffix(                                             \
        CALLER, int32_t schedule, int32_t *last, type *lower, type *upper, type *upper_of_team,   \
        signed_type *stride, signed_type step, signed_type chunk)                                 \
    {                                                                                             \
        struct part teams = of_team(TRIPS(*lower, *upper, step), 0);                              \
        TELL(teams, (int32_t *)NULL, lower, upper, stride, step);                                 \
        *upper_of_team = *upper;                                                                  \
        struct part p = {.n = teams.to - teams.from};                                             \
        begin_static(loc, schedule, &p, chunk, HERE);                                             \
        TELL(p, (int32_t *)NULL, lower, upper, stride, step);                                     \
        *last = p.last && teams.last;                                                             \
    }

OF_EACH_TYPE(DISTRIBUTE)

/* Loops whose chunks are asked for one by one. The thread's last question ends the loop: who leaves
 * without it, by cancellation, ends it at what comes next. */

static void begin_dispatch(int32_t schedule, uint64_t n, uint64_t lower, int64_t step,
                           int64_t chunk, const void *address)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_loop loop = sw_kmpc_schedule(t, schedule, n, chunk);
    sw_kmpc_leave_loop(t);
    struct sw_omp_share *share = sw_omp_loop_begin(t, SW_CONSTRUCT_LOOP, &loop, false, address);
    share->start = lower;
    share->step = (uint64_t)step;
    sw_kmpc_doacross_begin(t, share);
}

struct chunk {
    uint64_t lower, upper;
    int64_t step;
    bool last;
};

static bool next(struct chunk *chunk)
{
    SW_OMP_INSIDE(t);
    const struct sw_omp_share *share = sw_omp_member(t)->share;
    uint64_t from, to;
    bool more = sw_omp_member(t)->chunks.open && sw_omp_loop_chunk(t, &from, &to);
    if (more)
        *chunk =
            (struct chunk){share->start + from * share->step, share->start + (to - 1) * share->step,
                           (int64_t)share->step, to == share->n};
    else
        sw_kmpc_leave_loop(t);
    return more;
}

#define DISPATCH(suffix, type, signed_type)                                                      \
    SW_API void __kmpc_dispatch_init_##suffix(CALLER, int32_t schedule, type lower, type upper,  \
                                              signed_type step, signed_type chunk)               \
    {                                                                                            \
        begin_dispatch(schedule, TRIPS(lower, upper, step), (uint64_t)lower, step, chunk, HERE); \
    }                                                                                            \
                                                                                                 \
    SW_API int __kmpc_dispatch_next_##suffix(CALLER, int32_t *last, type *lower, type *upper,    \
                                             signed_type *step)                                  \
    {                                                                                            \
        struct chunk chunk;                                                                      \
        if (!next(&chunk))                                                                       \
            return 0;                                                                            \
        *lower = (type)chunk.lower;                                                              \
        *upper = (type)chunk.upper;                                                              \
        if (step)                                                                                \
            *step = (signed_type)chunk.step;                                                     \
        if (last)                                                                                \
            *last = chunk.last;                                                                  \
        return 1;                                                                                \
    }                                                                                            \
                                                                                                 \
    /* An iteration of an ordered loop has ended; a chunk's end is what counts. */               \
    SW_API void __kmpc_dispatch_fini_##suffix(CALLER)                                            \
    {                                                                                            \
    }                                                                                            \
                                                                                                 \
    /* Of a loop that goes to teams first. */                                                    \
    SW_API void __kmpc_dist_dispatch_init_##suffix(CALLER, int32_t schedule, int32_t *last,      \
                                                   type lower, type upper, signed_type step,     \
                                                   signed_type chunk)                            \
    {                                                                                            \
        struct part p = of_team(TRIPS(lower, upper, step), 0);                                   \
        begin_dispatch(schedule, p.to - p.from, (uint64_t)lower + p.from * (uint64_t)step, step, \
                       chunk, HERE);                                                             \
    }

OF_EACH_TYPE(DISPATCH)

SW_OMP_ENTRY(void, __kmpc_dispatch_deinit, (CALLER), sw_kmpc_leave_loop(t))
SW_OMP_ENTRY(void, __kmpc_ordered, (CALLER), sw_omp_ordered_begin(t, HERE))
SW_OMP_ENTRY(void, __kmpc_end_ordered, (CALLER), sw_omp_ordered_end(t))

SW_API void __kmpc_doacross_init(CALLER, int32_t n, const struct dimension *dimensions)
{
    SW_OMP_INSIDE(t);
    struct sw_kmpc_thread *state = sw_kmpc_thread(t);
    struct sw_kmpc_bounds *b =
        sw_omp_need(malloc(sizeof *b + (size_t)n * sizeof b->of[0]), "a loop with dependences");
    b->n = n;
    b->begun = false;
    b->total = 1;
    for (int i = 0; i < n; i++) {
        b->of[i] = dimensions[i];
        b->total *= TRIPS(b->of[i].lower, b->of[i].upper, b->of[i].step);
    }
    b->outer = state->bounds;
    state->bounds = b;
}

/* False: there is no such iteration. */
static bool number_of(const struct sw_kmpc_bounds *b, const int64_t *vector, uint64_t *iteration)
{
    *iteration = 0;
    for (int i = 0; i < b->n; i++) {
        const struct dimension *d = &b->of[i];
        if (d->step > 0 ? vector[i] < d->lower || vector[i] > d->upper
                        : vector[i] > d->lower || vector[i] < d->upper)
            return false;
        *iteration = *iteration * TRIPS(d->lower, d->upper, d->step) +
                     (uint64_t)((vector[i] - d->lower) / d->step);
    }
    return true;
}

/* The loop that the thread is in, and the number of an iteration of it; NULL: there is none. */
static const struct sw_omp_share *doacross_at(struct sw_omp_thread *t, const int64_t *vector,
                                              uint64_t *iteration)
{
    const struct sw_kmpc_bounds *bounds = sw_kmpc_thread(t)->bounds;
    const struct sw_omp_share *share = sw_omp_member(t)->share;
    bool is_there = bounds && share && share->doacross && number_of(bounds, vector, iteration);
    return is_there ? share : NULL;
}

#define DOACROSS(what)                                                               \
    SW_API void __kmpc_doacross_##what(CALLER, const int64_t *vector)                \
    {                                                                                \
        SW_OMP_INSIDE(t);                                                            \
        uint64_t iteration;                                                          \
        const struct sw_omp_share *share = doacross_at(t, vector, &iteration);       \
        if (share)                                                                   \
            sw_omp_doacross_##what(t, share->doacross, iteration, share->construct); \
    }

DOACROSS(wait)
DOACROSS(post)

SW_API void __kmpc_doacross_fini(CALLER)
{
    struct sw_kmpc_thread *state = sw_kmpc_thread(sw_omp_self());
    struct sw_kmpc_bounds *b = state->bounds;
    if (b)
        state->bounds = b->outer;
    free(b);
}
