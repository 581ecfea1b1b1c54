#include "collect/vthreads.h"
#include "live/openmp.h"
#include "profile/locks.h"

#include <stddef.h>

bool sw_vthreads_are_there(const struct sw_live *live)
{
    const struct sw_omp_record *r = atomic_load(&live->openmp);
    return r && r->cores;
}

const char *sw_vthreads_construct_name(uint32_t kind)
{
    switch (kind) {
    case SW_CONSTRUCT_THREAD:
        return "threads";
    case SW_CONSTRUCT_LOCK:
        return SW_LOCK_LABEL;
    case SW_CONSTRUCT_BARRIER:
        return "barrier";
    case SW_CONSTRUCT_JOIN:
        return "join";
    case SW_CONSTRUCT_CONDITION:
        return "condition wait";
    case SW_CONSTRUCT_SEMAPHORE:
        return "semaphore wait";
    case SW_CONSTRUCT_FUTEX:
        return "futex wait";
    case SW_CONSTRUCT_SLEEP:
        return "sleep";
    case SW_CONSTRUCT_SPIN:
        return "spin";
    default:
        return "serial code";
    }
}

/* Which of the losses a construct of that kind has a part of. */
static enum sw_core_loss loss_of(uint32_t kind)
{
    switch (kind) {
    case SW_CONSTRUCT_LOCK:
        return SW_CORE_LOCK;
    case SW_CONSTRUCT_BARRIER:
        return SW_CORE_BARRIER;
    case SW_CONSTRUCT_JOIN:
        return SW_CORE_JOIN;
    case SW_CONSTRUCT_CONDITION:
    case SW_CONSTRUCT_SEMAPHORE:
    case SW_CONSTRUCT_FUTEX:
        return SW_CORE_CONDITION;
    default:
        return SW_CORE_LOSSES;
    }
}

static uint64_t *wait_of(struct sw_construct *c)
{
    return c->kind == SW_CONSTRUCT_LOCK ? &c->lock_wait : &c->wait;
}

static uint64_t part(uint64_t of, uint64_t amount, uint64_t all)
{
    return all ? (uint64_t)((double)of * ((double)amount / (double)all)) : 0;
}

/* What threads waited there becomes what cores lost by that. */
static void share_waits(struct sw_construct *all, uint32_t n, const uint64_t *lost)
{
    uint64_t waited[SW_CORE_LOSSES + 1] = {0};
    for (uint32_t i = 1; i < n; i++)
        waited[loss_of(all[i].kind)] += *wait_of(&all[i]);
    for (uint32_t i = 1; i < n; i++) {
        enum sw_core_loss k = loss_of(all[i].kind);
        uint64_t *wait = wait_of(&all[i]);
        *wait = k < SW_CORE_LOSSES ? part(lost[k], *wait, waited[k]) : 0;
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

/* The places that start threads: the one whose threads do most becomes the first, and has all that threads wait in inside of it, as
 * if it were a region of OpenMP. 0: there is none. */
static uint32_t order_threads(struct sw_construct *all, uint32_t n)
{
    uint32_t first = 0, most = 0;
    for (uint32_t i = 1; i < n; i++)
        if (all[i].kind == SW_CONSTRUCT_THREAD) {
            all[i].count = 1; /* all that are started there are beside each other */
            all[i].elapsed = all[i].occupied = all[i].span = all[i].burdened_span = 0;
            first = first ? first : i;
            most = !most || all[i].busy > all[most].busy ? i : most;
        }
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
    uint64_t lost[SW_CORE_LOSSES];
    for (int k = 0; k < SW_CORE_LOSSES; k++)
        lost[k] = sw_live_to_ns(live, c->ledger.lost[k]);
    s->serial =
        c->n > 1 ? lost[SW_CORE_SERIAL] / (c->n - 1) : sw_live_to_ns(live, c->ledger.serial);
    s->threads = c->ledger.most;
    share_waits(all, s->n, lost);
    share_overhead(all, s->n, lost[SW_CORE_OVERHEAD]);
    uint32_t region = order_threads(all, s->n);
    if (region)
        give_span(&all[region], s);
    if (region)
        give_few_threads(&all[region], s->time > s->serial ? s->time - s->serial : 0, c->n,
                         lost[SW_CORE_THREADS]);
    s->wait = lost[SW_CORE_BARRIER] + lost[SW_CORE_JOIN] + lost[SW_CORE_CONDITION];
    s->lock_wait = lost[SW_CORE_LOCK];
    s->overhead = lost[SW_CORE_OVERHEAD];
    add_busy(s, live, c);
}
