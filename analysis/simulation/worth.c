/*
 * What a run would take without one of its losses. Regions come one after the other, and serial code between
 * them, so each is looked at by itself: it gets shorter by what its threads lose to that cause, all of them in the
 * same time; but not shorter than what is left allows: the lock that is held longest, one thread after the other;
 * where it was locks that were waited for, the threads' own shares of the work; the longest chain of dependent work;
 * and the work over the processors.
 */
#include "analysis/simulation/parts.h"
#include "base/order.h"

/* Which lock that is. Files may not say: then critical sections at one line are one. */
static uint64_t lock_of(const struct sw_construct *c)
{
    if (!sw_construct_is_lock(c))
        return 0;
    if (c->lock || c->kind == SW_CONSTRUCT_LOCK)
        return c->lock;
    return (UINT64_C(1) << 32) + c->site;
}

static int compare_locks(const void *a, const void *b)
{
    const struct sw_lock_use *x = a, *y = b;
    return SW_BY(SW_RISING(x->region, y->region), SW_RISING(x->lock, y->lock),
                 SW_RISING(x->construct, y->construct));
}

void sw_loss_list_locks(struct sw_loss_maker *m)
{
    for (uint32_t i = 1; i < m->outcome.simulation->n; i++) {
        uint64_t lock = lock_of(&m->all[i]);
        if (lock)
            m->locks[m->n_locks++] =
                (struct sw_lock_use){sw_construct_outermost(m->all, i), i, lock};
    }
    qsort(m->locks, m->n_locks, sizeof *m->locks, compare_locks);
}

/* A lock that is taken at several lines is waited for at none of them, or at all. */
static bool is_same_lock(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                         const struct sw_construct *c)
{
    uint64_t lock = lock_of(&m->all[item->construct]);
    return lock && lock == lock_of(c);
}

bool sw_loss_is_of(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                   const struct sw_construct *c)
{
    struct sw_loss_item other = {
        .construct = (uint32_t)(c - m->all), .cause = item->cause, .sum = *c};
    if (item->lines)
        return sw_loss_class(m, &other) == item->which;
    return c->site == item->site || (item->cause == SW_CAUSE_LOCK && is_same_lock(m, item, c));
}

/* A lock is handed from thread to thread if it is what all wait for. */
static double held_and_handed(const struct sw_loss_maker *m, const struct sw_construct *sum)
{
    double busy = (double)sum->busy, held = busy;
    if (sum->held)
        held = fmin(busy, (double)sum->held);
    double times = busy > 0 ? (double)sum->chunks * held / busy : 0;
    return held + times * (double)m->outcome.simulation->costs.hand_over;
}

/* The longest that a lock is held in the region, if it is not one whose waiting is to go. */
static double longest_held(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                           uint32_t region, uint32_t *construct)
{
    double longest = 0;
    struct sw_construct sum = {0};
    for (size_t i = 0; i < m->n_locks; i++) {
        const struct sw_lock_use *use = &m->locks[i];
        const struct sw_construct *c = &m->all[use->construct];
        if (use->region != region)
            continue;
        if (!i || use[-1].region != region || use[-1].lock != use->lock)
            sum = (struct sw_construct){0};
        if (item->cause == SW_CAUSE_LOCK && sw_loss_is_of(m, item, c))
            continue;
        sum.busy += c->busy;
        sum.chunks += c->chunks;
        sum.held = c->held > sum.held ? c->held : sum.held;
        double held = held_and_handed(m, &sum);
        if (held > longest)
            *construct = use->construct;
        longest = fmax(longest, held);
    }
    return longest;
}

/* What of it is handed out as threads come for it, they share evenly, however long each waits. */
static bool is_handed_out(const struct sw_loss_maker *m, uint32_t i)
{
    for (; i && !sw_construct_is_team(&m->all[i]); i = m->all[i].parent)
        if (m->all[i].kind == SW_CONSTRUCT_TASK ||
            (m->all[i].kind == SW_CONSTRUCT_LOOP && m->all[i].schedule != SW_SCHEDULE_STATIC))
            return true;
    return false;
}

/* A region, as it is and as it would be. */
struct region {
    double elapsed;
    double without;      /* the loss */
    double lock_wait;    /* all in it, of all threads */
    double own_wait;     /* for the item's locks */
    double many_wait;    /* for one of many locks, of each thread */
    double task_wait;    /* for tasks, of each thread */
    bool is_own_shares;  /* those are in what threads have as their own share */
    struct sw_worth now; /* its time, and what decides it */
};

static double lost_at(const struct sw_loss_maker *m, const struct sw_loss_item *item, uint32_t i)
{
    uint32_t outer = sw_construct_outermost(m->all, i);
    if (!outer || !sw_loss_is_of(m, item, &m->all[item->at_once ? outer : i]))
        return 0;
    return (double)(item->at_once ? m->all[i].at_once[item->reason].idle
                                  : m->losses[i].own[item->cause]);
}

/* How much of it is saved. What is lost may be another item's in part. */
static double part_saved(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    double lost = 0;
    if (item->cause == SW_CAUSE_LOCK)
        return 1;
    for (uint32_t i = 1; i < m->outcome.simulation->n; i++)
        lost += lost_at(m, item, i);
    return lost > 0 ? fmin(1, (double)item->saved / lost) : 0;
}

/* Many locks are taken there: who comes another way to it finds others taken. */
static bool is_of_many(const struct sw_construct *c)
{
    return c->kind == SW_CONSTRUCT_LOCK && c->held && c->held < c->busy / 2;
}

/* What threads wait there for tasks to be made or done. */
static double task_wait(const struct sw_loss_maker *m, uint32_t i)
{
    uint64_t waited = m->losses[i].own[SW_CAUSE_WAIT];
    struct sw_loss_item wait = {.construct = i, .waited = waited, .sum = m->all[i]};
    return waited && sw_loss_waits_for_tasks(m, &wait) ? (double)waited : 0;
}

static void add_up(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                   struct region *regions)
{
    double part = part_saved(m, item);
    for (uint32_t i = 1; i < m->outcome.simulation->n; i++) {
        uint32_t outer = sw_construct_outermost(m->all, i);
        struct region *r = &regions[outer];
        double lost = lost_at(m, item, i);
        double width = item->cause == SW_CAUSE_THREADS ? (double)m->outcome.processors
                                                       : sw_construct_at_once(m->all, i);
        r->lock_wait += (double)m->all[i].lock_wait;
        r->many_wait += is_of_many(&m->all[i]) ? (double)m->all[i].lock_wait / width : 0;
        r->task_wait += task_wait(m, i) / width;
        if (lost <= 0)
            continue;
        r->without -= part * lost / width;
        if (item->cause == SW_CAUSE_LOCK) {
            r->own_wait += lost;
            r->is_own_shares |= !is_handed_out(m, i);
        }
    }
}

/* By Brent's bound the region would take no longer than its work over the threads and its span, did tasks cost nothing. What it takes
 * beyond that is by what they cost, if that is as much when one thread pays it after the other: who makes them all. */
static bool is_by_costs(const struct sw_loss_maker *m, uint32_t region, double lost, double waited)
{
    const struct sw_construct *c = &m->all[region];
    double width = sw_construct_at_once(m->all, region), span = (double)c->span;
    double beyond = (double)c->elapsed - lost - (double)c->total_work / width - span;
    return span > 0 && width * lost >= beyond && 2 * beyond >= waited;
}

bool sw_loss_ends_waits(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                        uint32_t region, double lost, double waited)
{
    return item->cause == SW_CAUSE_OVERHEAD && item->sum.kind == SW_CONSTRUCT_TASK &&
           (lost > waited || is_by_costs(m, region, lost, waited));
}

/* Threads that wait no longer still have their own shares: the busiest one's, and what costs are the barriers'. */
static double own_shares(const struct sw_loss_maker *m, uint32_t i, const struct region *r)
{
    const struct sw_construct *c = &m->all[i];
    double width = fmax(1, sw_construct_width(c));
    double all = ((double)c->busy + (double)c->wait + r->lock_wait) / width;
    double least = (double)c->longest + fmax(0, r->elapsed - all);
    double part = r->lock_wait > 0 ? r->own_wait / r->lock_wait : 1;
    return r->elapsed - part * fmax(0, r->elapsed - least);
}

static void raise_to(struct sw_worth *worth, double floor, enum sw_cap cap, uint32_t construct)
{
    if (floor <= worth->time)
        return;
    if (floor > SW_SOME * worth->time) {
        worth->cap = cap;
        worth->construct = construct;
    }
    worth->time = floor;
}

/* The dag has neither locks nor a queue that is full, and what the runtime costs is not on it. Turns are: without an order of
 * iterations it is another one. */
static bool keeps_the_dag(const struct sw_loss_item *item)
{
    return (item->cause == SW_CAUSE_LOCK && sw_construct_is_lock(&item->sum)) ||
           item->cause == SW_CAUSE_OVERHEAD || (item->at_once && item->reason == SW_AT_ONCE_FULL);
}

static void settle_region(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                          uint32_t i, struct region *r)
{
    uint32_t lock = 0;
    if (item->cause == SW_CAUSE_WAIT)
        r->without -= r->many_wait;
    if (!r->lock_wait && sw_loss_ends_waits(m, item, i, r->elapsed - r->without, r->task_wait))
        r->without -= r->task_wait;
    r->now = (struct sw_worth){.time = r->is_own_shares ? own_shares(m, i, r) : r->without,
                               .construct = i};
    if (r->now.time > SW_SOME * r->without)
        r->now.cap = SW_CAP_BUSIEST;
    raise_to(&r->now, (double)m->all[i].total_work / (double)m->outcome.processors, SW_CAP_NONE, i);
    if (keeps_the_dag(item))
        raise_to(&r->now, (double)m->all[i].span, SW_CAP_SPAN, i);
    double held = longest_held(m, item, i, &lock);
    raise_to(&r->now, held, SW_CAP_LOCK, lock);
}

struct sw_worth sw_loss_worth(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_simulation *s = m->outcome.simulation;
    const struct sw_construct *c = &m->all[item->construct];
    struct sw_worth worth = {.time = (double)s->serial};
    double most = 0;
    if (c->fixed == (uint64_t)item->cause + 1)
        return (struct sw_worth){.time = (double)c->without, .is_simulated = true};
    if (item->cause == SW_CAUSE_SERIAL)
        worth.time /= (double)m->outcome.processors;
    SW_FREED struct region *regions = calloc(s->n, sizeof *regions);
    if (!regions) {
        m->findings->error = -ENOMEM;
        return worth;
    }
    for (uint32_t i = 1; i < s->n; i++)
        if (sw_construct_is_team(&m->all[i]) && sw_construct_outermost(m->all, i) == i)
            regions[i].elapsed = regions[i].without = (double)m->all[i].elapsed;
    add_up(m, item, regions);
    for (uint32_t i = 1; i < s->n; i++) {
        struct region *r = &regions[i];
        if (r->elapsed > 0 && r->without < r->elapsed)
            settle_region(m, item, i, r);
        else
            r->now = (struct sw_worth){.time = r->elapsed};
        worth.time += r->now.time;
        if (r->now.cap != SW_CAP_NONE && r->now.time - r->without > most) {
            most = r->now.time - r->without;
            worth.cap = r->now.cap;
            worth.construct = r->now.construct;
        }
    }
    if (most < (SW_SOME - 1) * worth.time)
        worth.cap = SW_CAP_NONE;
    worth.time = fmax(worth.time, (double)s->work / (double)m->outcome.processors);
    return worth;
}

static struct sw_sentence *say_cap(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_worth *worth = &item->worth;
    double serial = (double)m->outcome.simulation->serial;
    switch (worth->cap) {
    case SW_CAP_LOCK:
        return SW_SAY(CAP_LOCK, sw_loss_place(m, worth->construct));
    case SW_CAP_BUSIEST:
        return SW_SAY(CAP_BUSIEST, m->is_of_threads, sw_loss_place(m, worth->construct));
    case SW_CAP_SPAN:
        return SW_SAY(CAP_SPAN, sw_loss_place(m, worth->construct));
    case SW_CAP_NONE:
        break;
    }
    return item->cause != SW_CAUSE_SERIAL && 2 * serial > worth->time
               ? SW_SAY(CAP_SERIAL, m->is_of_threads, serial / worth->time)
               : NULL;
}

/* Whether who is waited for can share its work at all is not known; and some threads there must be. */
static bool is_most(const struct sw_loss_item *item)
{
    return item->cause == SW_CAUSE_OVERHEAD ||
           (item->cause == SW_CAUSE_WAIT && item->sum.kind != SW_CONSTRUCT_JOIN &&
            item->sum.kind != SW_CONSTRUCT_BARRIER);
}

struct sw_sentence *sw_loss_gain(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                                 struct sw_sentence *if_what)
{
    uint64_t processors = m->outcome.simulation->processors;
    double speedup = m->outcome.one / item->worth.time, now = m->outcome.speedup;
    if (item->worth.is_simulated)
        return SW_SAY(GAIN_AGAIN, if_what, processors, is_most(item), speedup, now);
    struct sw_sentence *cap = say_cap(m, item);
    return speedup < SW_SOME * now && cap ? SW_SAY(NO_GAIN, if_what, processors, now, cap)
                                          : SW_SAY(GAIN, if_what, processors, speedup, now, cap);
}
