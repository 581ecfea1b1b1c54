/*
 * Ordered parts of a loop: chunks take turns in the order of their iterations. A thread whose turn has
 * not come waits until all chunks before its own have ended. That is an edge of the dag too.
 */
#include "agent/openmp/core/tree.h"
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/simulator/record.h"
#include "agent/openmp/simulator/team.h"

static void wait_for_turn(struct sw_omp_thread *t, struct sw_omp_share *s,
                          const struct sw_omp_chunks *c, uint32_t construct)
{
    uint64_t before = t->clock;
    while (s->turn != c->turn) {
        t->next = s->waiting;
        s->waiting = t;
        sw_omp_block(t);
    }
    if (s->turn_clock > t->clock)
        t->clock = s->turn_clock;
    t->phase += t->clock - before;
    sw_omp_count(t->simulator, construct, SW_OMP_LOCK_WAIT, t->clock - before);
}

static uint64_t turn_cost(const struct sw_omp_thread *t, const struct sw_omp_share *s, bool waited)
{
    const struct sw_omp_costs *c = &t->simulator->costs;
    if (!s->turn_user || s->turn_user == t)
        return c->turn;
    return waited ? c->turn_given : c->turn + c->lock_moved;
}

static void wake_all(struct sw_omp_share *s)
{
    struct sw_omp_thread *t = s->waiting, *next;
    s->waiting = NULL;
    for (; t; t = next) {
        next = t->next;
        sw_omp_ready_push(&t->simulator->ready, t, t->clock);
    }
}

void sw_omp_ordered_begin(struct sw_omp_thread *t, const void *address)
{
    struct sw_omp_member *member = sw_omp_member(t);
    struct sw_omp_share *s = member->share;
    struct sw_omp_chunks *c = &member->chunks;
    if (!s || !s->ordered || !c->inside)
        return;
    uint32_t construct = sw_omp_construct(t, SW_OMP_ORDERED, address);
    uint64_t before = t->clock;
    wait_for_turn(t, s, c, construct);
    sw_omp_spend(t, construct, turn_cost(t, s, t->clock > before));
    s->turn_user = t;
    sw_omp_join(t->simulator, &t->task->strand, &s->turn_ends);
    sw_omp_open(t->simulator, &c->ordered, &t->task->strand, construct);
    c->in_order = true;
    c->turn_begun = t->clock;
    if (t->simulator->tree)
        sw_omp_tree_ordered(t, s, construct);
}

void sw_omp_ordered_end(struct sw_omp_thread *t)
{
    struct sw_omp_share *s = sw_omp_member(t)->share;
    struct sw_omp_chunks *c = &sw_omp_member(t)->chunks;
    struct sw_omp_simulator *m = t->simulator;
    if (!s || !c->in_order)
        return;
    c->in_order = false;
    if (m->tree)
        sw_omp_tree_ordered_end(t, s);
    sw_omp_close(m, &c->ordered, &t->task->strand);
    sw_omp_count(m, c->ordered.construct, SW_OMP_BUSY, t->clock - c->turn_begun);
    sw_omp_count(m, c->ordered.construct, SW_OMP_CHUNKS, 1);
    sw_omp_part(m, &s->turn_ends, &t->task->strand, 0);
    s->turn_clock = t->clock;
}

void sw_omp_ordered_pass(struct sw_omp_thread *t)
{
    struct sw_omp_member *member = sw_omp_member(t);
    struct sw_omp_share *s = member->share;
    if (s->turn != member->chunks.turn) { /* it had no ordered part */
        wait_for_turn(t, s, &member->chunks, s->construct);
    }
    s->turn++;
    wake_all(s);
}
