/* Queues of the simulated threads that wait at an address. */
#include "agent/threads/simulator.h"

#define BUCKETS    4096
#define PHASE_MOST 4096 /* threads of a barrier that are looked at one by one */

/* The first that is parked at each address, by that; it knows the others. */
static struct sw_vthread *buckets[BUCKETS];

/* Where the first one at the address is, or would be. */
static struct sw_vthread **first_at(const volatile void *on)
{
    uint64_t address = (uint64_t)on;
    struct sw_vthread **at = &buckets[(address >> 2) * 0x9e3779b97f4a7c15ull >> 52];
    while (*at && (*at)->on != on)
        at = &(*at)->next_first;
    return at;
}

static void add(struct sw_vthread *t, const volatile void *on)
{
    struct sw_vthread **at = first_at(on), *first = *at;
    t->on = on;
    t->next_parked = t->parked_before = t->next_first = NULL;
    if (!first) {
        *at = first = t;
        first->n_parked = 0;
    } else {
        t->parked_before = first->last_parked;
        t->parked_before->next_parked = t;
    }
    first->last_parked = t;
    first->n_parked++;
}

static void take_out(struct sw_vthread *t)
{
    if (!t->on)
        return;
    struct sw_vthread **at = first_at(t->on), *first = *at, *next = t->next_parked;
    if (next)
        next->parked_before = t->parked_before;
    else
        first->last_parked = t->parked_before;
    if (t != first) {
        t->parked_before->next_parked = next;
        first->n_parked--;
    } else if (next) {
        next->next_first = t->next_first;
        next->last_parked = t->last_parked;
        next->n_parked = t->n_parked - 1;
        *at = next;
    } else {
        *at = t->next_first;
    }
    t->on = NULL;
}

bool sw_park(struct sw_vthread *t, const volatile void *on, uint32_t bits,
             const struct sw_wait_at *at, uint64_t deadline)
{
    bool may_be_cancelled = at->why != SW_BLOCKED_LOCK && at->why != SW_BLOCKED_BARRIER &&
                            at->kind != SW_CONSTRUCT_FUTEX;
    if (may_be_cancelled && sw_is_cancelled(t))
        return true;
    t->bits = bits;
    add(t, on);
    sw_wait_begin(t, at);
    bool woken = sw_hook_block(t, at->why, deadline);
    if (!sw_sim_is_on())
        return true;
    if (!woken)
        take_out(t);
    sw_wait_end(t);
    return woken;
}

void sw_unpark_thread(struct sw_vthread *t, struct sw_vthread *by)
{
    take_out(t);
    sw_wait_told(t, by);
    sw_hook_wake(t, by);
}

void sw_unpark_at_once(struct sw_vthread *t)
{
    take_out(t);
    sw_cores_wake(sw_sim.cores, &t->runner, sw_sim.cores->now);
}

struct sw_vthread *sw_parked_first(const volatile void *on)
{
    return *first_at(on);
}

uint32_t sw_parked_count(const volatile void *on)
{
    const struct sw_vthread *first = *first_at(on);
    return first ? first->n_parked : 0;
}

struct sw_vthread *sw_unpark(const volatile void *on, uint32_t bits, struct sw_vthread *by)
{
    struct sw_vthread *t = *first_at(on);
    while (t && (!(t->bits & bits) || t->runner.state != SW_RUNNER_BLOCKED))
        t = t->next_parked;
    if (t)
        sw_unpark_thread(t, by);
    return t;
}

uint32_t sw_park_move(const volatile void *from, const volatile void *to, uint32_t most)
{
    uint32_t n = 0;
    for (struct sw_vthread *t; n < most && (t = sw_parked_first(from)); n++) {
        take_out(t);
        add(t, to);
    }
    return n;
}

/* What each did since it left a barrier: as OpenMP's has it (live/openmp.h), of this call of it. */
struct phase {
    uint64_t sum, longest, n;
    uint64_t works[PHASE_MOST];
};

static void add_phase(struct phase *p, struct sw_vthread *t)
{
    uint64_t work = t->worked - t->worked_before;
    t->worked_before = t->worked;
    p->sum += work;
    p->longest = work > p->longest ? work : p->longest;
    if (p->n < PHASE_MOST)
        p->works[p->n] = work;
    p->n++;
}

static void count_phase(const struct phase *p, uint32_t place)
{
    struct sw_dag_record *r = sw_dag_record(sw_sim.dag, place);
    uint64_t busy = 0;
    for (uint64_t i = 0; i < p->n && i < PHASE_MOST; i++)
        busy += p->works[i] * 20 >= p->longest;
    r->count++;
    r->counters[SW_OMP_THREADS] += p->n;
    r->counters[SW_OMP_BUSY] += p->sum;
    r->counters[SW_OMP_LONGEST] += p->longest;
    r->counters[SW_OMP_WORKERS] += busy * p->longest;
}

void sw_barrier_open(struct sw_vthread *t, const volatile void *on, const struct sw_wait_at *at)
{
    static struct phase phase; /* of who has the baton */
    phase.sum = phase.longest = phase.n = 0;
    add_phase(&phase, t);
    for (struct sw_vthread *other = *first_at(on); other; other = other->next_parked) {
        sw_dag_join(sw_sim.dag, &t->strand, &other->strand, 0);
        add_phase(&phase, other);
    }
    count_phase(&phase, sw_wait_construct(t, at->kind, at->where));
    while (sw_unpark(on, 1, t))
        ;
}
