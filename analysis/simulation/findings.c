/*
 * Findings of simulated runs, by what they are worth: each is processor time that is lost to one cause at one
 * line, on the largest number of processors.
 */
#include "analysis/simulation/parts.h"
#include "base/order.h"

#define SCALES     0.90 /* an efficiency that leaves little to say */
#define MOST       6
#define REAL       16   /* processors that a real machine has */
#define UNSTEADY   1.20 /* the most work of a run over the least */
#define MORE_SPEED 1.05 /* between two numbers of processors: less is none */

/* Which cause, and of tasks that run at once also why. */
static int kind_of(const struct sw_loss_item *item)
{
    return item->at_once ? SW_CAUSES + (int)item->reason : (int)item->cause;
}

static int compare_sites(const void *a, const void *b)
{
    const struct sw_loss_item *x = a, *y = b;
    return SW_BY(SW_RISING(x->site, y->site), SW_RISING(kind_of(x), kind_of(y)),
                 SW_RISING(x->construct, y->construct));
}

static void add(struct sw_loss_item *sum, const struct sw_loss_item *item)
{
    sum->lost += item->lost;
    sum->waited += item->waited;
    sum->held_up += item->held_up;
    sum->ends += item->ends;
    sw_construct_add(&sum->sum, &item->sum);
}

/* Those of one site and cause become one; tasks that run at once have their region's. */
static size_t unite(struct sw_loss_item *items, size_t n)
{
    size_t to = 0;
    uint64_t most = 0;
    qsort(items, n, sizeof *items, compare_sites);
    for (size_t i = 0; i < n; i++) {
        struct sw_loss_item *last = to ? &items[to - 1] : NULL;
        if (!last || last->site != items[i].site || kind_of(last) != kind_of(&items[i])) {
            items[to++] = items[i];
            most = items[i].lost;
            continue;
        }
        if (items[i].lost > most) {
            most = items[i].lost;
            last->construct = items[i].construct;
            last->region = items[i].region;
        }
        add(last, &items[i]);
    }
    return to;
}

static int compare_losses(const void *a, const void *b)
{
    const struct sw_loss_item *x = a, *y = b;
    return SW_BY(SW_FALLING(x->lost, y->lost), SW_RISING(x->construct, y->construct));
}

static int compare_worths(const void *a, const void *b)
{
    const struct sw_loss_item *x = a, *y = b;
    bool are_locks = x->cause == SW_CAUSE_LOCK && y->cause == SW_CAUSE_LOCK;
    return SW_BY(SW_RISING(x->worth.time, y->worth.time),
                 are_locks ? SW_FALLING(x->sum.busy, y->sum.busy) : 0, /* who holds it */
                 compare_losses(a, b));
}

/* Threads that had nothing to do while another one ran tasks that it had made have waited at a barrier of its
 * team: the longest waits there are that. */
static void take_from_waits(struct sw_loss_item *items, size_t n, struct sw_loss_item *at_once)
{
    for (uint64_t left = at_once->lost; left;) {
        struct sw_loss_item *longest = NULL;
        for (size_t i = 0; i < n; i++)
            if (items[i].cause == SW_CAUSE_WAIT && items[i].lost &&
                items[i].region == at_once->region && (!longest || items[i].lost > longest->lost))
                longest = &items[i];
        if (!longest) {
            at_once->lost -= left;
            return;
        }
        uint64_t taken = left < longest->lost ? left : longest->lost;
        longest->lost -= taken;
        left -= taken;
    }
}

static bool has_lock_waits(const struct sw_loss_maker *m, uint32_t region)
{
    for (uint32_t i = region; region && i < m->outcome.simulation->n; i++)
        if ((m->all[i].lock_wait || (m->all[i].kind == SW_CONSTRUCT_SPIN && m->all[i].wait)) &&
            sw_construct_outermost(m->all, i) == region)
            return true;
    return false;
}

/* Where threads wait for locks, turns or flags, they are late for the barrier too, however equal their shares are: what that
 * makes others wait is the locks' doing. */
static uint64_t held_up_by_locks(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double lost = (double)item->waited;
    double unequal = (double)c->longest * sw_construct_width(c) - (double)c->busy;
    if (!(unequal < lost) || !c->busy || !c->longest || !has_lock_waits(m, item->region))
        return 0;
    return sw_cost_of(lost - unequal);
}

static struct sw_loss_item item_of(const struct sw_loss_maker *m, uint32_t i, enum sw_cause cause)
{
    struct sw_loss_item item = {.construct = i,
                                .region = sw_construct_outermost(m->all, i),
                                .cause = cause,
                                .lost = m->losses[i].own[cause],
                                .sum = m->all[i],
                                .site = m->all[i].site};
    if (cause != SW_CAUSE_WAIT)
        return item;
    item.waited = item.lost;
    item.held_up = held_up_by_locks(m, &item);
    item.lost -= item.held_up < item.lost ? item.held_up : item.lost;
    return item;
}

/* One for all of a region: it is mostly one reason. */
static struct sw_loss_item at_once_item(const struct sw_loss_maker *m, uint32_t i,
                                        enum sw_at_once reason)
{
    uint32_t region = sw_construct_outermost(m->all, i);
    return (struct sw_loss_item){.construct = i,
                                 .region = region,
                                 .cause = SW_CAUSE_WAIT,
                                 .lost = m->all[i].at_once[reason].idle,
                                 .sum = m->all[i],
                                 .site = m->all[region].site,
                                 .at_once = 1,
                                 .reason = reason};
}

/* Waits that are the locks' doing: the one of the region that is waited for most has them, ... */
static void give_held_up(struct sw_loss_item *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct sw_loss_item *most = NULL;
        for (size_t k = 0; items[i].held_up && k < n; k++)
            if (items[k].cause == SW_CAUSE_LOCK && items[k].region == items[i].region &&
                (!most || items[k].lost > most->lost))
                most = &items[k];
        if (most)
            most->ends += items[i].held_up;
    }
}

/* All of them, each place of the tree apart. NULL: not enough memory. */
static struct sw_loss_item *list_items(const struct sw_loss_maker *m, size_t *n)
{
    uint32_t n_constructs = m->outcome.simulation->n;
    struct sw_loss_item *items =
        calloc((size_t)n_constructs * (SW_CAUSES + SW_AT_ONCE_REASONS), sizeof *items);
    *n = 0;
    for (uint32_t i = 0; items && i < n_constructs; i++)
        for (int k = 0; k < SW_CAUSE_OTHER; k++) {
            struct sw_loss_item item = item_of(m, i, (enum sw_cause)k);
            if (item.lost || item.waited)
                items[(*n)++] = item;
        }
    give_held_up(items, *n);
    size_t n_waits = *n;
    for (uint32_t i = 0; items && i < n_constructs; i++)
        for (int k = 0; k < SW_AT_ONCE_REASONS; k++)
            if (m->all[i].at_once[k].idle) {
                items[*n] = at_once_item(m, i, (enum sw_at_once)k);
                take_from_waits(items, n_waits, &items[(*n)++]);
            }
    return items;
}

/* Classes are few: a construct's kind and the cause. */
enum { CLASSES = (SW_CAUSES + 1) * SW_CONSTRUCT_KINDS, FEW_LINES = 3 };

int sw_loss_class(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    uint32_t kind = item->sum.kind;
    if (item->at_once)
        return 0;
    switch (kind) {
    case SW_CONSTRUCT_TASK:
    case SW_CONSTRUCT_TASKLOOP:
        kind = SW_CONSTRUCT_TASK;
        break;
    case SW_CONSTRUCT_CRITICAL:
    case SW_CONSTRUCT_LOCK:
        kind = SW_CONSTRUCT_LOCK;
        break;
    default:
        if (item->cause == SW_CAUSE_WAIT &&
            ((kind != SW_CONSTRUCT_PARALLEL && kind != SW_CONSTRUCT_LOOP &&
              kind != SW_CONSTRUCT_BARRIER) ||
             sw_loss_waits_for_tasks(m, item)))
            return 0;
        kind = SW_CONSTRUCT_PARALLEL;
    }
    return item->cause == SW_CAUSE_WAIT || item->cause == SW_CAUSE_LOCK ||
                   item->cause == SW_CAUSE_OVERHEAD
               ? (int)(item->cause * SW_CONSTRUCT_KINDS + kind)
               : 0;
}

/* Of one class: into one, at the line that loses most. */
static struct sw_loss_item gathered(const struct sw_loss_item *items, size_t n, int which)
{
    struct sw_loss_item all = {.lines = 0};
    for (size_t i = 0; i < n; i++) {
        const struct sw_loss_item *item = &items[i];
        if (item->which != which)
            continue;
        if (!all.lines) {
            all = *item;
            all.most = item->lost;
        } else { /* the first is the largest */
            add(&all, item);
        }
        all.lines++;
    }
    return all;
}

/* Many small losses of one kind are one: to do something about one line would gain next to nothing. Those that lose most are first. */
static size_t gather(const struct sw_loss_maker *m, struct sw_loss_item *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        items[i].which = sw_loss_class(m, &items[i]);
    for (int which = 1; which < CLASSES; which++) {
        struct sw_loss_item all = gathered(items, n, which);
        size_t to = 0;
        if (all.lines < FEW_LINES || 2 * all.most > all.lost)
            continue;
        for (size_t i = 0; i < n; i++)
            if (items[i].which != which)
                items[to++] = items[i];
        items[to++] = all;
        n = to;
    }
    return n;
}

/* Those that lose most, by what it is worth to do something about it. NULL: not enough memory. */
static struct sw_loss_item *make_items(const struct sw_loss_maker *m, size_t *n)
{
    struct sw_loss_item *items = list_items(m, n);
    if (!items)
        return NULL;
    *n = unite(items, *n);
    qsort(items, *n, sizeof *items, compare_losses);
    *n = gather(m, items, *n);
    qsort(items, *n, sizeof *items, compare_losses);
    size_t kept = 0;
    while (kept < *n && kept < MOST && sw_loss_share(m, items[kept].lost) >= SW_LOSS_WORTH_SAYING)
        sw_loss_settle(m, &items[kept++]);
    *n = kept;
    qsort(items, kept, sizeof *items, compare_worths);
    return items;
}

static bool gains(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    return (double)m->outcome.simulation->time >= SW_SOME * item->worth.time;
}

/* What costs so much that this is waited for; NULL: nothing does. */
static struct sw_loss_item *overhead_of(const struct sw_loss_maker *m, struct sw_loss_item *items,
                                        size_t n, const struct sw_loss_item *wait)
{
    double width = sw_construct_at_once(m->all, wait->region);
    if (wait->cause != SW_CAUSE_WAIT || wait->at_once || !sw_loss_waits_for_tasks(m, wait))
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (items[i].region == wait->region &&
            sw_loss_ends_waits(m, &items[i], wait->region, (double)items[i].lost / width,
                               (double)wait->lost / width))
            return &items[i];
    return NULL;
}

/* ... and what making tasks costs: who has made others wait answers for that, too. */
static void give_waits(const struct sw_loss_maker *m, struct sw_loss_item *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct sw_loss_item *overhead = overhead_of(m, items, n, &items[i]);
        if (overhead)
            overhead->ends += items[i].lost;
    }
}

/* Processors that are busy with more work than one has gain nothing by it; and one alone tells nothing of more. */
static bool scales(const struct sw_outcome *o)
{
    return o->simulation->processors > 1 && o->efficiency >= SCALES && !(o->growth > UNSTEADY);
}

static void find_items(const struct sw_loss_maker *m)
{
    size_t n;
    SW_FREED struct sw_loss_item *items = make_items(m, &n);
    if (scales(&m->outcome))
        sw_findings_add(m->findings, SW_FINDING_SCALES, SW_INFO, SW_NO_SITE,
                        SW_SAY(SCALES_WELL, m->outcome.simulation->processors, m->outcome.speedup,
                               m->outcome.efficiency,
                               m->outcome.one / (double)m->outcome.simulation->span));
    if (!items)
        m->findings->error = -ENOMEM;
    else
        give_waits(m, items, n);
    /* What gains nothing is no advice, unless nothing does: then it is said what is in the way. */
    for (size_t i = 0; items && i < n; i++)
        if ((gains(m, &items[i]) && !overhead_of(m, items, n, &items[i])) ||
            (!i && items[i].worth.cap != SW_CAP_NONE))
            sw_loss_find(m, &items[i]);
}

/* Regions inside others, on one thread. */
static void find_nested(const struct sw_loss_maker *m)
{
    for (uint32_t i = 1; i < m->outcome.simulation->n; i++) {
        const struct sw_construct *c = &m->all[i];
        uint32_t up = c->parent;
        while (up && !sw_construct_is_team(&m->all[up]))
            up = m->all[up].parent;
        if (c->kind != SW_CONSTRUCT_PARALLEL || !up || c->threads != c->count ||
            m->all[up].threads <= m->all[up].count || c->total_work * 20 < m->all->total_work)
            continue;
        sw_findings_add(m->findings, SW_FINDING_NESTED, SW_INFO, sw_loss_site(m, i),
                        SW_SAY(NESTED_REGION, sw_loss_place(m, i)));
        return;
    }
}

static void find_more_threads(const struct sw_loss_maker *m)
{
    const struct sw_simulation *s = m->outcome.simulation;
    bool by_turns = m->outcome.processors == s->processors;
    if (m->outcome.threads > s->processors)
        sw_findings_add(m->findings, SW_FINDING_THREADS, by_turns ? SW_INFO : SW_WARNING,
                        SW_NO_SITE,
                        SW_SAY(MORE_THREADS, m->outcome.threads, s->processors, by_turns));
}

/* The number of processors from which on more of them gain nothing. */
static void find_knee(const struct sw_loss_maker *m)
{
    const struct sw_profile *p = m->profile;
    const struct sw_simulation *last = &p->simulations[p->n_simulations - 1];
    for (size_t i = 0; i + 1 < p->n_simulations; i++) {
        const struct sw_simulation *s = &p->simulations[i];
        double most = 0;
        for (size_t k = i + 1; k < p->n_simulations; k++)
            most = fmax(most, sw_simulation_speedup(p, &p->simulations[k]));
        if (most > MORE_SPEED * sw_simulation_speedup(p, s))
            continue;
        sw_findings_add(m->findings, SW_FINDING_KNEE, SW_INFO, SW_NO_SITE,
                        SW_SAY(KNEE, s->processors, sw_simulation_speedup(p, s),
                               sw_simulation_speedup(p, last), last->processors));
        return;
    }
}

/* On more processors more or less is done: a search that goes other ways, a problem that grows with its threads. */
static void find_growth(const struct sw_loss_maker *m)
{
    const struct sw_simulation *s = m->outcome.simulation;
    double growth = m->outcome.growth;
    if (growth > UNSTEADY || growth < 1 / UNSTEADY)
        sw_findings_add(m->findings, SW_FINDING_GROWTH, SW_WARNING, SW_NO_SITE,
                        SW_SAY(MORE_WORK, s->processors, growth, s->work,
                               sw_cost_of((double)s->work / growth), sw_units_is_time(m->units),
                               growth > 1));
}

/* Each number of processors is a run of its own, with its own times: by how much they can be compared. */
static void find_unsteady(const struct sw_loss_maker *m)
{
    const struct sw_profile *p = m->profile;
    uint64_t least = UINT64_MAX, most = 0;
    for (size_t i = 0; i < p->n_simulations; i++) {
        uint64_t work = p->simulations[i].work;
        least = work < least ? work : least;
        most = work > most ? work : most;
    }
    if (isnan(m->outcome.growth) && (double)most > UNSTEADY * (double)least)
        sw_findings_add(m->findings, SW_FINDING_NOISE, SW_WARNING, SW_NO_SITE,
                        SW_SAY(UNSTEADY_WORK, least, most));
}

/* A run that most machines can really do. */
static const struct sw_simulation *real_run(const struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_simulations; i++)
        if (p->simulations[i].processors > 1)
            return p->simulations[i].processors <= REAL ? &p->simulations[i] : NULL;
    return NULL;
}

static void find_memory(const struct sw_loss_maker *m)
{
    const struct sw_simulation *real = real_run(m->profile);
    struct sw_sentence *should_take = NULL;
    bool threads = m->is_of_threads,
         is_followed = m->profile->memory.is_there && *sw_string(m->profile->machine);
    if (real && sw_units_is_time(m->units) && !threads && !is_followed) /* else it takes longer */
        should_take = SW_SAY(SHOULD_TAKE, real->processors, real->time);
    sw_findings_add(m->findings, SW_FINDING_MEMORY, SW_INFO, SW_NO_SITE,
                    SW_SAY(NOT_SIMULATED, is_followed, should_take,
                           threads || m->outcome.simulation->overhead != 0));
}

static void make_findings(struct sw_findings *findings, const struct sw_profile *profile,
                          const struct sw_units *units, struct sw_fixable *fixable)
{
    const struct sw_simulation *chief = sw_profile_chief(profile);
    SW_FREED struct sw_loss *losses = sw_losses_make(profile, chief);
    SW_FREED struct sw_lock_use *locks = calloc(chief->n, sizeof *locks);
    struct sw_loss_maker m = {.findings = findings,
                              .profile = profile,
                              .units = units,
                              .all = profile->constructs + chief->first,
                              .is_of_threads = sw_simulation_is_of_threads(profile, chief),
                              .losses = losses,
                              .locks = locks,
                              .fixable = fixable};
    findings->units = *units;
    findings->certainty = SW_CERTAIN_SIMULATED;
    if (!losses || !locks || sw_outcome_make(&m.outcome, profile, chief)) {
        findings->error = -ENOMEM;
        return;
    }
    sw_loss_list_locks(&m);
    bool unpredictable = sw_loss_find_unpredictable(&m);
    find_growth(&m);
    find_unsteady(&m);
    find_more_threads(&m);
    if (!unpredictable &&
        (chief->regions || !profile->status)) /* else it has not come to what it is about */
        find_items(&m);
    if (!unpredictable)
        find_knee(&m);
    find_nested(&m);
    findings->certainty = SW_CERTAIN_NOT;
    find_memory(&m);
}

void sw_simulation_findings(struct sw_findings *findings, const struct sw_profile *profile,
                            const struct sw_units *units)
{
    make_findings(findings, profile, units, NULL);
}

int sw_simulation_fixable(const struct sw_profile *profile, struct sw_fixable *fixable)
{
    struct sw_findings findings = {.n = 0};
    struct sw_units units = {sw_string(profile->unit), 0};
    *fixable = (struct sw_fixable){.what = NULL};
    make_findings(&findings, profile, &units, fixable);
    int error = findings.error;
    sw_findings_release(&findings);
    return error;
}
