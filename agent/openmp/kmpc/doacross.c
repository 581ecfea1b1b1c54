/* Loops with dependences between iterations. Their bounds are said before the loop begins, which then
 * has them; a vector of counters is an iteration. */
#include "agent/openmp/core/doacross.h"
#include "agent/openmp/kmpc/abi.h"
#include "agent/openmp/kmpc/schedule.h"
#include "agent/openmp/simulator/team.h"

#include <stdlib.h>

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

SW_KMPC void __kmpc_doacross_init(struct sw_kmpc_ident *loc, int32_t global, int32_t n,
                                  const struct dimension *dimensions)
{
    (void)loc, (void)global;
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_kmpc_thread *state = sw_kmpc_thread(t);
    struct sw_kmpc_bounds *b = malloc(sizeof *b + (size_t)n * sizeof b->of[0]);
    if (!b)
        sw_omp_die("not enough memory for a loop with dependences");
    b->n = n;
    b->begun = false;
    b->total = 1;
    for (int i = 0; i < n; i++) {
        b->of[i] = dimensions[i];
        b->total *= sw_kmpc_trips(b->of[i].lower, b->of[i].upper, b->of[i].step);
    }
    b->outer = state->bounds;
    state->bounds = b;
    sw_omp_leave(t);
}

void sw_kmpc_doacross_begin(struct sw_omp_thread *t, struct sw_omp_share *share)
{
    struct sw_kmpc_thread *state = t->abi;
    if (!state || !state->bounds || state->bounds->begun)
        return;
    state->bounds->begun = true;
    if (!share->doacross)
        share->doacross = sw_omp_doacross_new(state->bounds->total);
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
        *iteration = *iteration * sw_kmpc_trips(d->lower, d->upper, d->step) +
                     (uint64_t)((vector[i] - d->lower) / d->step);
    }
    return true;
}

SW_KMPC void __kmpc_doacross_wait(struct sw_kmpc_ident *loc, int32_t global, const int64_t *vector)
{
    (void)loc, (void)global;
    struct sw_omp_thread *t = sw_omp_enter();
    const struct sw_kmpc_bounds *bounds = sw_kmpc_thread(t)->bounds;
    const struct sw_omp_share *share = sw_omp_member(t)->share;
    uint64_t iteration;
    if (bounds && share && share->doacross && number_of(bounds, vector, &iteration))
        sw_omp_doacross_wait(t, share->doacross, iteration, share->construct);
    sw_omp_leave(t);
}

SW_KMPC void __kmpc_doacross_post(struct sw_kmpc_ident *loc, int32_t global, const int64_t *vector)
{
    (void)loc, (void)global;
    struct sw_omp_thread *t = sw_omp_enter();
    const struct sw_kmpc_bounds *bounds = sw_kmpc_thread(t)->bounds;
    const struct sw_omp_share *share = sw_omp_member(t)->share;
    uint64_t iteration;
    if (bounds && share && share->doacross && number_of(bounds, vector, &iteration))
        sw_omp_doacross_post(t, share->doacross, iteration);
    sw_omp_leave(t);
}

SW_KMPC void __kmpc_doacross_fini(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    struct sw_kmpc_thread *state = sw_kmpc_thread(sw_omp_self());
    struct sw_kmpc_bounds *b = state->bounds;
    if (b)
        state->bounds = b->outer;
    free(b);
}
