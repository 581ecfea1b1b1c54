/* Loops whose chunks are asked for one by one. The thread's last question ends the loop: who leaves
 * without it, by cancellation, ends it at what comes next. */
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/kmpc/abi.h"
#include "agent/openmp/kmpc/schedule.h"
#include "agent/openmp/simulator/team.h"

static void begin(int32_t schedule, uint64_t n, uint64_t lower, int64_t step, int64_t chunk,
                  const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_loop loop = sw_kmpc_schedule(t, schedule, n, chunk);
    sw_kmpc_leave_loop(t);
    struct sw_omp_share *share = sw_omp_loop_begin(t, SW_OMP_LOOP, &loop, address);
    share->start = lower;
    share->step = (uint64_t)step;
    sw_kmpc_doacross_begin(t, share);
    sw_omp_leave(t);
}

struct chunk {
    uint64_t lower, upper;
    int64_t step;
    bool last;
};

static bool next(struct chunk *chunk)
{
    struct sw_omp_thread *t = sw_omp_enter();
    const struct sw_omp_share *share = sw_omp_member(t)->share;
    uint64_t from, to;
    bool more = sw_omp_member(t)->chunks.open && sw_omp_loop_chunk(t, &from, &to);
    if (more)
        *chunk =
            (struct chunk){share->start + from * share->step, share->start + (to - 1) * share->step,
                           (int64_t)share->step, to == share->n};
    else
        sw_kmpc_leave_loop(t);
    sw_omp_leave(t);
    return more;
}

static void end(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_kmpc_leave_loop(t);
    sw_omp_leave(t);
}

#define DISPATCH(suffix, type, signed_type, trips)                                              \
    SW_KMPC void __kmpc_dispatch_init_##suffix(struct sw_kmpc_ident *loc, int32_t global,       \
                                               int32_t schedule, type lower, type upper,        \
                                               signed_type step, signed_type chunk)             \
    {                                                                                           \
        (void)loc, (void)global;                                                                \
        begin(schedule, trips(lower, upper, step), (uint64_t)lower, step, chunk, HERE);         \
    }                                                                                           \
                                                                                                \
    SW_KMPC int __kmpc_dispatch_next_##suffix(struct sw_kmpc_ident *loc, int32_t global,        \
                                              int32_t *last, type *lower, type *upper,          \
                                              signed_type *step)                                \
    {                                                                                           \
        (void)loc, (void)global;                                                                \
        struct chunk chunk;                                                                     \
        if (!next(&chunk))                                                                      \
            return 0;                                                                           \
        *lower = (type)chunk.lower;                                                             \
        *upper = (type)chunk.upper;                                                             \
        if (step)                                                                               \
            *step = (signed_type)chunk.step;                                                    \
        if (last)                                                                               \
            *last = chunk.last;                                                                 \
        return 1;                                                                               \
    }                                                                                           \
                                                                                                \
    /* An iteration of an ordered loop has ended; a chunk's end is what counts. */              \
    SW_KMPC void __kmpc_dispatch_fini_##suffix(struct sw_kmpc_ident *loc, int32_t global)       \
    {                                                                                           \
        (void)loc, (void)global;                                                                \
    }                                                                                           \
                                                                                                \
    /* Of a loop that goes to teams first. */                                                   \
    SW_KMPC void __kmpc_dist_dispatch_init_##suffix(                                            \
        struct sw_kmpc_ident *loc, int32_t global, int32_t schedule, int32_t *last, type lower, \
        type upper, signed_type step, signed_type chunk)                                        \
    {                                                                                           \
        (void)loc, (void)global, (void)last;                                                    \
        const struct sw_omp_team *team = sw_omp_self()->team;                                   \
        uint64_t n = trips(lower, upper, step), each = n / team->n_teams,                       \
                 more = n % team->n_teams, which = team->team_number;                           \
        uint64_t from = which * each + (which < more ? which : more);                           \
        begin(schedule, each + (which < more), (uint64_t)lower + from * (uint64_t)step, step,   \
              chunk, HERE);                                                                     \
    }

DISPATCH(4, int32_t, int32_t, sw_kmpc_trips)
DISPATCH(4u, uint32_t, int32_t, sw_kmpc_trips_unsigned)
DISPATCH(8, int64_t, int64_t, sw_kmpc_trips)
DISPATCH(8u, uint64_t, int64_t, sw_kmpc_trips_unsigned)

SW_KMPC void __kmpc_dispatch_deinit(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    end();
}

SW_KMPC void __kmpc_ordered(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_ordered_begin(t, HERE);
    sw_omp_leave(t);
}

SW_KMPC void __kmpc_end_ordered(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_ordered_end(t);
    sw_omp_leave(t);
}
