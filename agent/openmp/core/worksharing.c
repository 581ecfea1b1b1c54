/* What work-sharing constructs have in common: their shared data, and the single construct. */
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/core/doacross.h"
#include "agent/openmp/simulator/record.h"
#include "agent/openmp/simulator/team.h"

#include <stdlib.h>

void sw_omp_share_release(struct sw_omp_simulator *m, struct sw_omp_share *s)
{
    sw_omp_end(m, &s->turn_ends);
    sw_omp_doacross_release(m, s->doacross);
    free(s->memory);
    free(s->counts);
    free(s);
}

static struct sw_omp_share *new_share(struct sw_omp_thread *t, enum sw_omp_kind kind,
                                      const void *address)
{
    struct sw_omp_share *s = calloc(1, sizeof *s);
    if (!s)
        sw_omp_die("not enough memory for a loop");
    s->kind = kind;
    s->construct = sw_omp_construct(t, kind, address);
    s->begun = t->clock;
    return s;
}

/* All threads have come to the one behind it. */
static void pass(struct sw_omp_team *team, struct sw_omp_share *s)
{
    if (!s || ++s->n_passed < team->n)
        return;
    team->first_share = s->next;
    sw_omp_share_release(team->threads[0]->simulator, s);
}

struct sw_omp_share *sw_omp_share_next(struct sw_omp_thread *t, enum sw_omp_kind kind,
                                       const void *address, bool *is_new)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_member *member = sw_omp_member(t);
    struct sw_omp_share *before = member->share;
    struct sw_omp_share **link = before ? &before->next : &team->first_share;
    sw_omp_give_way(t); /* the first one is to be the first in simulated time as well */
    *is_new = !*link;
    if (*is_new)
        *link = new_share(t, kind, address);
    member->share = *link;
    pass(team, before);
    return member->share;
}

bool sw_omp_single(struct sw_omp_thread *t, const void *address)
{
    bool is_new;
    struct sw_omp_share *s = sw_omp_share_next(t, SW_OMP_SINGLE, address, &is_new);
    sw_omp_member(t)->came = t->clock;
    if (is_new)
        s->taker = t;
    return is_new;
}
