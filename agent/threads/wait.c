/* Records what simulated threads wait for and who wakes them, by construct. */
#include "agent/core/order.h"
#include "agent/threads/simulator.h"

uint32_t sw_wait_construct(struct sw_vthread *t, uint32_t kind, const void *where)
{
    struct sw_called called = sw_place_of(where);
    return sw_place_construct(t->strand.construct, kind, &called);
}

/* --- Locks --- */

enum { SLOTS = 1 << 16, PROBES = 16 };

struct held {
    const void *lock; /* NULL: free */
    uint64_t since, in_all;
    uint32_t place;         /* 0: it is not held */
    struct sw_vthread *by;  /* who had it last */
    bool is_met;            /* somebody has waited for it */
    bool is_unwaited;       /* nobody is to wait for it */
    struct sw_order *order; /* what comes before who has it next; NULL: not known */
};

static struct held *held; /* SLOTS, by address */

/* NULL: no room, and it is not counted. */
static struct held *find(const void *lock)
{
    uint64_t i = (uint64_t)lock * 0x9e3779b97f4a7c15ull >> 48;
    if (!held && !(held = sw_arena_take(&sw_sim.live->arena, SLOTS * sizeof *held)))
        return NULL;
    for (int k = 0; k < PROBES; k++) {
        struct held *h = &held[(i + (uint64_t)k) % SLOTS];
        if (h->lock == lock)
            return h;
        if (!h->lock) {
            h->lock = lock;
            return h;
        }
    }
    return NULL;
}

static void meet(const void *lock)
{
    struct held *h = find(lock);
    if (h && !h->is_met)
        sw_place_met(lock);
    if (h)
        h->is_met = true;
}

void sw_lock_taken(struct sw_vthread *t, const void *lock, const void *where)
{
    struct held *h = find(lock);
    if (h)
        sw_order_taken(sw_sim.dag, &t->strand, h->order);
    if (!h || h->place)
        return; /* a reader beside others, or it is taken again by its owner */
    if (__builtin_expect(sw_fixed >> SW_FIX_LOCK & 1, 0))
        h->is_unwaited |=
            sw_fix_at(SW_FIX_LOCK, where) || sw_fix_at(SW_FIX_LOCK, sw_place_of(where).at);
    t->unwaited += h->is_unwaited;
    h->place = sw_wait_construct(t, SW_CONSTRUCT_LOCK, where);
    h->since = sw_sim.cores->now;
    t->inside = 0;
    sw_dag_count(sw_sim.dag, h->place, SW_OMP_CHUNKS, 1);
    sw_dag_count(sw_sim.dag, h->place, SW_OMP_ITERATIONS, h->by && h->by != t);
    h->by = t;
}

void sw_lock_released(struct sw_vthread *t, const void *lock)
{
    struct held *h = find(lock);
    if (h && t->strand.order) /* readers: after all of them */
        sw_order_lock(sw_sim.dag->orders, &h->order, t->strand.order);
    if (!h || !h->place)
        return;
    if (h->is_unwaited && h->by->unwaited)
        h->by->unwaited--;
    uint64_t time = sw_sim.cores->now - h->since;
    struct sw_dag_record *r = sw_dag_record(sw_sim.dag, h->place);
    h->in_all += time;
    r->counters[SW_OMP_BUSY] += time;
    if (h->in_all > r->counters[SW_OMP_HELD]) {
        r->counters[SW_OMP_HELD] = h->in_all;
        r->counters[SW_OMP_WHICH] = (uint64_t)lock;
    }
    h->place = 0;
}

/* --- Waits --- */

void sw_wait_begin(struct sw_vthread *t, const struct sw_wait_at *at)
{
    sw_place_waits(t, (uint64_t)__builtin_frame_address(0));
    bool is_tbbs = !at->where || sw_tbb_has(at->where);
    const struct sw_tasks_at *tasks = is_tbbs ? sw_tasks_at(t) : NULL;
    struct sw_called called = tasks ? tasks->called : sw_place_of(at->where);
    t->place = tasks ? sw_place_construct(0, tasks->kind, &called)
                     : sw_place_construct(t->strand.construct, at->kind, &called);
    t->runner.helps = sw_fix_at(SW_FIX_WAIT, called.at);
    t->runner.on = t->place + 1;
    if (at->kind == SW_CONSTRUCT_LOCK) {
        sw_order_finds_taken(sw_sim.dag, &t->strand, t->number, (const void *)t->on, at->where);
        meet((const void *)t->on);
    }
}

void sw_wait_end(struct sw_vthread *t)
{
    t->phase = 0;
    sw_dag_record(sw_sim.dag, t->place)->count +=
        t->runner.why != SW_BLOCKED_LOCK && t->runner.why != SW_BLOCKED_BARRIER;
    if (t->framed)
        sw_place_frame(t);
    if (!t->is_reported)
        return;
    t->is_reported = false;
    sw_dag_join(sw_sim.dag, &t->strand, &t->told, 0);
    sw_dag_end(sw_sim.dag, &t->told);
}

/* What who is waited for has done meanwhile is blamed, a sample once. */
static void blame(const struct sw_vthread *t, struct sw_vthread *by)
{
    uint64_t *counters = sw_dag_record(sw_sim.dag, t->place)->counters;
    sw_majority late = counters[SW_OMP_LATE];
    sw_majority_move(t->runner.why == SW_BLOCKED_LOCK ? &by->inside : &by->phase, &late);
    counters[SW_OMP_LATE] = late;
}

void sw_wait_told(struct sw_vthread *t, struct sw_vthread *by)
{
    sw_dag_count(sw_sim.dag, t->place, SW_OMP_OVERHEAD, sw_sim.costs.wake + sw_sim.costs.latency);
    t->runner.whom = by ? by->runner.lane : 0;
    if (by)
        blame(t, by);
    if (t->runner.why == SW_BLOCKED_LOCK || t->is_reported || !by)
        return;
    sw_dag_fork(sw_sim.dag, &t->told, &by->strand, 0);
    t->is_reported = true;
}

void sw_wait_spun(struct sw_vthread *t, const void *where, uint64_t time)
{
    uint32_t place =
        sw_dag_construct(sw_sim.dag, t->strand.construct, SW_CONSTRUCT_SPIN, (uint64_t)where);
    sw_dag_count(sw_sim.dag, place, SW_OMP_BUSY, time);
    sw_dag_record(sw_sim.dag, place)->count++;
}
