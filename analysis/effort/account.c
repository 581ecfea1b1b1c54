#include "analysis/effort/account.h"

#define START_NS   200000 /* of a thread, at most: what samples do not see of its beginning and end */
#define LOCKING_NS 20     /* to take a lock and to give it back, at least */

/* Locks that threads share are what synchronization is: they are taken so often, or one of them is held so long that half of the
 * processors have to wait for it. */
static bool is_locking(const struct sw_effort *e, const struct sw_effort_sums *s)
{
    double ns = 0, held = 0;
    for (size_t i = 0; i < e->n_locks; i++)
        if (e->locks[i].waits) {
            ns += (double)e->locks[i].entries * LOCKING_NS;
            held = fmax(held, (double)e->locks[i].held);
        }
    return (ns > 0 && 2 * ns >= (double)s->overhead[SW_OVERHEAD_SYNCHRONIZE]) ||
           (held > 0 && 2 * held * (double)e->processors >= (double)s->work);
}

const struct sw_effort_lock *sw_account_longest_lock(const struct sw_effort *e,
                                                     const struct sw_effort_lock *without)
{
    const struct sw_effort_lock *best = NULL;
    SW_EACH (lock, e->locks, e->n_locks)
        if (lock != without && (!best || lock->held + lock->waited > best->held + best->waited))
            best = lock;
    return best;
}

double sw_account_lock_lost(const struct sw_account *l, const struct sw_effort *e,
                            const struct sw_effort_lock *lock)
{
    double all = 0, part = (double)lock->waited + (double)lock->held;
    SW_EACH (other, e->locks, e->n_locks)
        all += (double)other->waited + (double)other->held;
    return all > 0 ? l->lost[SW_WHY_CONTENTION] * part / all : 0;
}

/* Of its idleness, and of what else it did than to work. */
static uint64_t idle_part(const struct sw_effort_sums *s, enum sw_why loss)
{
    uint64_t known = 0;
    switch (loss) {
    case SW_WHY_IMBALANCE:
        return s->idle_by[SW_IDLE_UNEVEN];
    case SW_WHY_GRAIN:
        return s->idle_by[SW_IDLE_FINE];
    case SW_WHY_CONTENTION:
        return s->idle_by[SW_IDLE_LOCKS];
    case SW_WHY_WAITING:
        return s->idle_by[SW_IDLE_AWAY];
    case SW_WHY_PARALLELISM: /* what is left */
        for (int i = 0; i < SW_IDLES; i++)
            known += s->idle_by[i];
        return s->idle > known ? s->idle - known : 0;
    default:
        return 0;
    }
}

static uint64_t overhead_part(const struct sw_account *l, const struct sw_effort_sums *s,
                              enum sw_why loss)
{
    uint64_t synchronization = s->overhead[SW_OVERHEAD_SYNCHRONIZE];
    if (loss == SW_WHY_CONTENTION)
        return l->locking ? synchronization : 0;
    if (loss != SW_WHY_GRAIN)
        return 0;
    return s->overhead[SW_OVERHEAD_SCHEDULE] + s->overhead[SW_OVERHEAD_CREATE] +
           (l->locking ? 0 : synchronization);
}

uint64_t sw_account_part(const struct sw_account *l, const struct sw_effort_sums *s,
                         enum sw_why loss)
{
    return idle_part(s, loss) + overhead_part(l, s, loss);
}

/* Processor time that no sample was of: of threads that begin and end all the time; and the kernel's, where they go to sleep and are
 * woken again and again. */
static void find_unseen(struct sw_account *l, const struct sw_profile *p,
                        const struct sw_effort_sums *s, double *starting)
{
    const struct sw_sampled *sampled = &p->sampled;
    double period = sampled->rate ? 1e9 / (double)sampled->rate : 0;
    double seen = (double)s->work + (double)sw_effort_get(s, SW_EFFORT_OVERHEAD) +
                  period * (double)(sampled->waiting + sampled->profiler),
           unseen = (double)p->effort.cpu - (double)p->effort.cost - seen,
           most = START_NS * (double)p->effort.threads;
    *starting = unseen <= 0 ? 0 : unseen < most ? unseen : most;
    double sampled_later = period * (double)(p->effort.threads + sampled->lost);
    l->switching = s->waited ? fmax(unseen - *starting - sampled_later, 0) : 0;
}

static double sum_of(const struct sw_account *l)
{
    double sum = l->work + l->unknown;
    for (int i = 0; i < SW_WHY_KNOWN; i++)
        sum += l->lost[i];
    return sum;
}

/* No thread ran, by what they waited for, as far as there is time left for that. Returns what is still left. */
static double add_waits(struct sw_account *l, const struct sw_effort *e, double lack)
{
    static const enum sw_why losses[] = {[SW_WAIT_LOCK] = SW_WHY_CONTENTION,
                                         [SW_WAIT_CLOCK] = SW_WHY_WAITING,
                                         [SW_WAIT_INPUT] = SW_WHY_WAITING,
                                         [SW_WAIT_THREADS] = SW_WHY_GRAIN};
    double n = (double)l->processors, known = 0;
    for (int i = 0; i < SW_WAIT_DELAY; i++)
        l->waits[i] = n * (double)e->nobody[i];
    if (e->threads == 1)
        l->waits[SW_WAIT_INPUT] += n * (double)e->blocked;
    for (int i = 0; i < SW_WAIT_DELAY; i++)
        known += l->waits[i];
    double scale = known <= lack ? 1 : lack > 0 ? lack / known : 0;
    for (int i = 0; i < SW_WAIT_DELAY; i++) {
        l->waits[i] *= scale;
        l->lost[losses[i]] += l->waits[i];
        lack -= l->waits[i];
    }
    return lack;
}

/*
 * Idleness by samples, made to fit the time. There may be more of it than they have seen: while threads have no processor, those that wait for them
 * cannot be told from those that do not. And less, if no thread has to wait for another's processor. But while a thread runs no more than all other
 * processors are idle: of the rest it is not known why.
 */
static void add_idleness(struct sw_account *l, const struct sw_effort *e,
                         const double parts[SW_WHY_KNOWN], double busy, double idle, double lack)
{
    bool fits = e->due && e->threads_most <= e->processors + 1;
    double most = fmax(((double)l->processors - 1) * busy, idle), all = fmin(lack, most);
    double scale = idle > 0 && (lack > idle || fits) ? fmax(all, 0) / idle : 1;
    for (int i = 0; i < SW_WHY_KNOWN; i++)
        l->lost[i] += scale * parts[i];
    l->unknown = fmax(lack - (idle > 0 ? most : 0), 0);
}

/* Of tiny pieces threads run out again and again: that is not for want of pieces. Parts that are serial are not in this. */
static void find_idleness(const struct sw_effort_tree *tree,
                          const struct sw_effort_regions *regions, double parts[SW_WHY_KNOWN])
{
    static const enum sw_why moved[] = {SW_WHY_PARALLELISM, SW_WHY_IMBALANCE};
    for (int i = 0; i < SW_WHY_KNOWN; i++)
        parts[i] = (double)idle_part(&tree->nodes[0].total, (enum sw_why)i);
    for (size_t r = 0; r < regions->n; r++) {
        const struct sw_effort_region *region = &regions->items[r];
        for (int i = 0; i < 2; i++) {
            double part = (double)idle_part(&region->sums, moved[i]);
            for (size_t k = 0; k < regions->n; k++)
                if (k != r && sw_effort_region_contains(tree, region, &regions->items[k]))
                    part -= (double)idle_part(&regions->items[k].sums, moved[i]);
            if (region->advice != SW_ADVISE_COARSEN || part < 0)
                continue;
            part = part < parts[moved[i]] ? part : parts[moved[i]];
            parts[moved[i]] -= part;
            parts[SW_WHY_GRAIN] += part;
        }
    }
}

int sw_account_make(struct sw_account *l, struct sw_effort_regions *regions,
                    const struct sw_effort_tree *tree)
{
    const struct sw_effort *e = &tree->profile->effort;
    const struct sw_effort_sums *s = &tree->nodes[0].total;
    double n = (double)e->processors, parts[SW_WHY_KNOWN], starting;
    double own = fmax(n * (double)(e->due ? e->due : e->time), (double)e->cpu - (double)e->cost);
    *l = (struct sw_account){.processors = e->processors,
                             .work = (double)s->work,
                             .locking = is_locking(e, s),
                             .lock = sw_account_longest_lock(e, NULL)};
    int error = sw_effort_regions_make(regions, tree, l->locking);
    if (error)
        return error;
    for (int i = 0; i < SW_WHY_KNOWN; i++)
        l->lost[i] = (double)overhead_part(l, s, (enum sw_why)i);
    find_unseen(l, tree->profile, s, &starting);
    l->lost[SW_WHY_GRAIN] += starting;
    l->lost[l->locking ? SW_WHY_CONTENTION : SW_WHY_GRAIN] += l->switching;
    double left = add_waits(l, e, own - sum_of(l) - (double)s->idle);
    find_idleness(tree, regions, parts);
    add_idleness(l, e, parts, (double)s->work + (double)sw_effort_get(s, SW_EFFORT_OVERHEAD),
                 (double)s->idle, left + (double)s->idle);
    /* One at a time has it: all others wait for that, seen or not. */
    double held = l->lock && l->lock->waits ? n * (double)l->lock->held : 0;
    l->lost[SW_WHY_CONTENTION] += fmax(held - sum_of(l), 0);
    l->all = sum_of(l);
    l->taken = fmax(n * (double)e->time - l->all, 0);
    l->waits[SW_WAIT_DELAY] = l->taken;
    return 0;
}

enum sw_certainty sw_account_certainty(const struct sw_profile *p)
{
    const struct sw_sampled *s = &p->sampled;
    bool is_known = s->taken >= SW_FEW_SAMPLES && s->lost <= s->taken;
    return is_known && !(p->flags & SW_PROFILE_ONE_OF_SEVERAL) ? SW_CERTAIN_ABOUT : SW_CERTAIN_NOT;
}

double sw_account_speedup(const struct sw_account *l)
{
    return l->all > 0 ? (double)l->processors * l->work / l->all : NAN;
}

double sw_account_without(const struct sw_account *l, enum sw_why loss)
{
    double left = l->all - l->lost[loss];
    return left > 0 ? (double)l->processors * l->work / left : NAN;
}

double sw_account_lock_bound(const struct sw_account *l, const struct sw_effort_lock *lock)
{
    return lock->held ? l->work / (double)lock->held : INFINITY;
}

enum sw_effort_advice sw_account_advice(const struct sw_account *l)
{
    static const enum sw_effort_advice advice[] = {[SW_WHY_PARALLELISM] = SW_ADVISE_REFINE,
                                                   [SW_WHY_IMBALANCE] = SW_ADVISE_BALANCE,
                                                   [SW_WHY_CONTENTION] = SW_ADVISE_UNLOCK,
                                                   [SW_WHY_GRAIN] = SW_ADVISE_COARSEN};
    enum sw_why most = SW_WHY_PARALLELISM;
    for (int i = 0; i < SW_WHY_CAUSES; i++)
        if (l->lost[i] > l->lost[most])
            most = (enum sw_why)i;
    if (!(sw_account_without(l, most) > SW_ACCOUNT_GAINS * sw_account_speedup(l)))
        return SW_ADVISE_NOTHING;
    bool is_alone = most == SW_WHY_PARALLELISM && sw_account_speedup(l) <= SW_EFFORT_ALONE;
    return is_alone ? SW_ADVISE_PARALLELIZE : advice[most];
}
