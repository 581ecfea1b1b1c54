/*
 * What the profile of a simulated program has only where it makes its threads itself: lanes, names of its constructs, and the time of
 * the cores by what they lost it to.
 */
#include "collect/front_end.h"
#include "live/openmp.h"
#include "profile/locks.h"

bool sw_vthreads_are_there(const struct sw_live *live)
{
    const struct sw_omp_record *r = atomic_load(&live->openmp);
    return r && r->cores;
}

const char *sw_vthreads_construct_name(uint32_t kind)
{
    static const char *const names[SW_CONSTRUCT_KINDS] = {
        [SW_CONSTRUCT_THREAD] = "threads",
        [SW_CONSTRUCT_LOCK] = SW_LOCK_LABEL,
        [SW_CONSTRUCT_BARRIER] = "barrier",
        [SW_CONSTRUCT_JOIN] = "join",
        [SW_CONSTRUCT_CONDITION] = "condition wait",
        [SW_CONSTRUCT_SEMAPHORE] = "semaphore wait",
        [SW_CONSTRUCT_FUTEX] = "futex wait",
        [SW_CONSTRUCT_SLEEP] = "sleep",
        [SW_CONSTRUCT_YIELD] = "yield",
        [SW_CONSTRUCT_ALGORITHM] = "parallel algorithm",
        [SW_CONSTRUCT_TASKS] = "tasks",
        [SW_CONSTRUCT_SPIN] = "spin",
    };
    return kind < SW_CONSTRUCT_KINDS && names[kind] ? names[kind] : "serial code";
}

static uint64_t part(uint64_t of, uint64_t amount, uint64_t all)
{
    return all ? (uint64_t)((double)of * ((double)amount / (double)all)) : 0;
}

/* What is lost where threads wait is what cores lost by that. */
static void take_waits(struct sw_construct *all, uint32_t n, const struct sw_live *live,
                       const struct sw_ledger *ledger)
{
    for (uint16_t i = 0; i < ledger->n; i++) {
        const struct sw_ledger_row *row = &ledger->rows[i];
        if (row->place < 2 || row->place > n)
            continue;
        struct sw_construct *c = &all[row->place - 1];
        uint64_t time = sw_live_to_ns(live, row->time);
        if (row->reason == SW_LEDGER_LOCK)
            c->lock_wait += time;
        else if (row->reason == SW_LEDGER_BARRIER || row->reason == SW_LEDGER_JOIN ||
                 row->reason == SW_LEDGER_CONDITION)
            c->wait += time;
    }
}

static void share_overhead(struct sw_construct *all, uint32_t n, uint64_t lost)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i < n; i++)
        sum += all[i].overhead;
    for (uint32_t i = 1; i < n; i++)
        all[i].overhead = part(lost, all[i].overhead, sum);
}

/* The places that start threads: the one whose threads do most becomes the first, and has all that threads wait in inside it, as
 * if it were a region of OpenMP. 0: there is none. */
static uint32_t order_threads(struct sw_construct *all, uint32_t n)
{
    uint32_t first = 1, most = 0;
    for (uint32_t i = 1; i < n; i++)
        if (all[i].kind == SW_CONSTRUCT_THREAD) {
            all[i].count = 1; /* all that are started there are beside each other */
            all[i].elapsed = all[i].occupied = all[i].span = all[i].burdened_span = 0;
            most = !most || all[i].busy > all[most].busy ? i : most;
        }
    if (!most)
        return 0;
    struct sw_construct chief = all[most];
    all[most] = all[first];
    all[first] = chief;
    for (uint32_t i = first + 1; i < n; i++)
        if (all[i].kind != SW_CONSTRUCT_THREAD)
            all[i].parent = first;
    return first;
}

/* Cores that had no thread. */
static void give_few_threads(struct sw_construct *c, uint64_t time, uint64_t cores, uint64_t lost)
{
    uint64_t others = time * (cores - 1);
    c->elapsed = time;
    c->occupied = others > lost ? others - lost : 1;
}

/* What one thread after the other has to do is the whole run's, not the sum of what each does. */
static void give_span(struct sw_construct *c, const struct sw_simulation *s)
{
    c->span = c->burdened_span = s->span > s->serial ? s->span - s->serial : 0;
}

static void add_busy(struct sw_simulation *s, const struct sw_live *live, const struct sw_cores *c)
{
    s->busy = s->longest = 0;
    for (uint32_t i = 0; c->busy && i < c->n; i++) {
        uint64_t busy = c->busy[i];
        for (uint32_t k = 0; k < c->n_heap; k++)
            if (c->heap[k]->state == SW_RUNNER_ON_CORE && c->heap[k]->core == i)
                busy += c->now - c->heap[k]->began;
        busy = sw_live_to_ns(live, busy);
        s->busy += busy;
        s->longest = busy > s->longest ? busy : s->longest;
    }
}

void sw_vthreads_shape(struct sw_simulation *s, struct sw_construct *all,
                       const struct sw_live *live, const struct sw_cores *c)
{
    uint64_t lost[SW_LEDGER_REASONS];
    for (int k = 0; k < SW_LEDGER_REASONS; k++)
        lost[k] = sw_live_to_ns(live, c->ledger.sums[k]);
    s->serial = c->n > 1 ? lost[SW_LEDGER_SERIAL] / (c->n - 1) : sw_live_to_ns(live, c->serial);
    s->threads = c->most;
    take_waits(all, s->n, live, &c->ledger);
    share_overhead(all, s->n, lost[SW_LEDGER_OVERHEAD]);
    uint32_t region = order_threads(all, s->n);
    if (region)
        give_span(&all[region], s);
    if (region)
        give_few_threads(&all[region], s->time > s->serial ? s->time - s->serial : 0, c->n,
                         lost[SW_LEDGER_THREADS]);
    s->wait = lost[SW_LEDGER_BARRIER] + lost[SW_LEDGER_JOIN] + lost[SW_LEDGER_CONDITION];
    s->lock_wait = lost[SW_LEDGER_LOCK];
    s->overhead = lost[SW_LEDGER_OVERHEAD];
    add_busy(s, live, c);
    s->time -= sw_live_to_ns(live, c->saved);
}

/* --- Lanes --- */

void sw_vthreads_mark_paths(struct sw_gathered_samples *g, const struct sw_cores *c)
{
    for (uint32_t i = 0; c->lanes && i < c->lanes->n; i++)
        for (unsigned k = 0; k < SW_LANE_STRETCHES; k++) {
            uint32_t path = sw_majority_leader(c->lanes->lanes[i]->cells[k].path);
            if (path && path < g->n)
                g->index[path] = 1;
        }
}

#define LEAST 4 /* samples that name a place: SW_SAMPLES_LEAST of analysis/workspan/functions.h */

void sw_vthreads_add_late(struct sw_construct *all, const struct sw_dag *dag,
                          const struct sw_gathered_samples *g)
{
    for (uint32_t i = 1; i < sw_dag_n_constructs(dag); i++) {
        uint64_t votes = sw_dag_record(dag, i)->counters[SW_OMP_LATE];
        all[i].late = (uint32_t)votes >= LEAST ? sw_gathered_leader(g, votes) : 0;
    }
}

void sw_vthreads_add_lanes(struct sw_profile *p, const struct sw_live *live, struct sw_cores *c,
                           const struct sw_gathered_samples *g)
{
    const struct sw_core_lanes *lanes = c->lanes;
    struct sw_lane_table *t = SW_ROOM(p->lanes, 1);
    p->n_lanes = 1;
    sw_cores_close_lanes(c);
    uint64_t length = lanes->over.length;
    t->n = lanes->n;
    t->time = p->simulations->time;
    t->stretch = sw_live_to_ns(live, length);
    while (t->n_stretches < SW_LANE_STRETCHES && t->n_stretches * length < c->now)
        t->n_stretches++;
    SW_ROOM(t->lanes, t->n);
    SW_ROOM(t->cells, t->n * t->n_stretches);
    for (size_t i = 0; i < t->n; i++) {
        t->lanes[i].threads = lanes->lanes[i]->threads;
        for (size_t k = 0; k < t->n_stretches; k++)
            t->cells[i * t->n_stretches + k] =
                sw_gathered_cell(g, &lanes->lanes[i]->cells[k], length);
    }
}
