/*
 * Static loops: the program is told which iterations are its own and goes through them itself. With a
 * chunk size it gets the first chunk and how far it is to the next; it cuts the last one to the loop's
 * end. All in iterations, counted from 0; a counter's own type matters at the edges only.
 */
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/kmpc/abi.h"
#include "agent/openmp/kmpc/schedule.h"
#include "agent/openmp/simulator/team.h"

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
static void begin(const struct sw_kmpc_ident *loc, int32_t schedule, struct part *p, int64_t chunk,
                  const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
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
    sw_omp_loop_own(t, sections ? SW_OMP_SECTIONS : SW_OMP_LOOP, &loop, p->chunks, address);
    sw_kmpc_doacross_begin(t, sw_omp_member(t)->share);
    sw_omp_leave(t);
}

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

#define STATIC(suffix, type, signed_type, trips)                                                 \
    SW_KMPC void __kmpc_for_static_init_##suffix(                                                \
        struct sw_kmpc_ident *loc, int32_t global, int32_t schedule, int32_t *last, type *lower, \
        type *upper, signed_type *stride, signed_type step, signed_type chunk)                   \
    {                                                                                            \
        (void)global;                                                                            \
        struct part p = {.n = trips(*lower, *upper, step)};                                      \
        begin(loc, schedule, &p, chunk, HERE);                                                   \
        TELL(p, last, lower, upper, stride, step);                                               \
    }

STATIC(4, int32_t, int32_t, sw_kmpc_trips)
STATIC(4u, uint32_t, int32_t, sw_kmpc_trips_unsigned)
STATIC(8, int64_t, int64_t, sw_kmpc_trips)
STATIC(8u, uint64_t, int64_t, sw_kmpc_trips_unsigned)

SW_KMPC void __kmpc_for_static_fini(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_kmpc_leave_loop(t);
    sw_omp_leave(t);
}

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
#define DISTRIBUTE(suffix, type, signed_type, trips)                                             \
    SW_KMPC void __kmpc_team_static_init_##suffix(                                               \
        struct sw_kmpc_ident *loc, int32_t global, int32_t *last, type *lower, type *upper,      \
        signed_type *stride, signed_type step, signed_type chunk)                                \
    {                                                                                            \
        (void)loc, (void)global;                                                                 \
        struct part p = of_team(trips(*lower, *upper, step), chunk > 0 ? chunk : 1);             \
        TELL(p, last, lower, upper, stride, step);                                               \
    }                                                                                            \
                                                                                                 \
    SW_KMPC void __kmpc_dist_for_static_init_##suffix(                                           \
        struct sw_kmpc_ident *loc, int32_t global, int32_t schedule, int32_t *last, type *lower, \
        type *upper, type *upper_of_team, signed_type *stride, signed_type step,                 \
        signed_type chunk)                                                                       \
    {                                                                                            \
        (void)global;                                                                            \
        struct part teams = of_team(trips(*lower, *upper, step), 0);                             \
        TELL(teams, (int32_t *)NULL, lower, upper, stride, step);                                \
        *upper_of_team = *upper;                                                                 \
        struct part p = {.n = teams.to - teams.from};                                            \
        begin(loc, schedule, &p, chunk, HERE);                                                   \
        TELL(p, (int32_t *)NULL, lower, upper, stride, step);                                    \
        *last = p.last && teams.last;                                                            \
    }

DISTRIBUTE(4, int32_t, int32_t, sw_kmpc_trips)
DISTRIBUTE(4u, uint32_t, int32_t, sw_kmpc_trips_unsigned)
DISTRIBUTE(8, int64_t, int64_t, sw_kmpc_trips)
DISTRIBUTE(8u, uint64_t, int64_t, sw_kmpc_trips_unsigned)
