/*
 * What a loss is called and what can be done about it. Which of the causes of bad scaling it is comes first: too
 * little parallelism, too fine a grain, contention. The fourth, memory, is not simulated. Then the line, how much,
 * and the speedup without it.
 */
#include "analysis/simulation/parts.h"

#define MANY_CHUNKS 8    /* a thread: what a chunk costs is the loop's cost, not its barrier */
#define CHEAP       0.02 /* what a chunk may cost of its own length */

size_t sw_loss_site(const struct sw_loss_maker *m, uint32_t i)
{
    return m->all[i].site < m->profile->n_sites ? m->all[i].site : SW_NO_SITE;
}

struct sw_sentence *sw_loss_place(const struct sw_loss_maker *m, uint32_t i)
{
    const struct sw_site *site = sw_construct_site(m->profile, &m->all[i]);
    char where[SW_SITE_TEXT];
    if (!site)
        return SW_SAY(OUTSIDE_REGIONS);
    if (*sw_string(site->caller_place.file) || !sw_site_is_construct(site))
        return sw_site_say(site);
    return sw_construct_say(sw_site_callee(site), sw_site_address(site, m->profile, where),
                            site->caller_place.function);
}

double sw_loss_share(const struct sw_loss_maker *m, uint64_t lost)
{
    double whole = (double)m->outcome.processors * (double)m->outcome.simulation->time;
    return whole > 0 ? (double)lost / whole : 0;
}

struct sw_sentence *sw_loss_say_share(const struct sw_loss_maker *m, uint64_t lost)
{
    return SW_SAY(SHARE_OF_ALL, sw_loss_share(m, lost), m->outcome.processors);
}

struct sw_finding *sw_loss_add(const struct sw_loss_maker *m, enum sw_finding_kind kind,
                               const struct sw_loss_item *item, struct sw_sentence *sentence,
                               struct sw_sentence *if_what)
{
    struct sw_finding *f = sw_findings_add(
        m->findings, kind, SW_ADVICE, sw_loss_site(m, item->construct),
        if_what ? SW_SAY(LOSS_AND_GAIN, sentence, sw_loss_gain(m, item, if_what)) : sentence);
    sw_loss_note_fixable(m, item);
    if (m->is_of_threads)
        f->certainty = item->worth.is_simulated ? SW_CERTAIN_SIMULATED : SW_CERTAIN_ABOUT;
    f->is_simulated_again = item->worth.is_simulated;
    f->worth = m->outcome.one / item->worth.time;
    f->lost = sw_loss_share(m, item->lost + item->ends);
    f->lines = item->lines;
    return f;
}

void sw_loss_add_few(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                     struct sw_sentence *sentence, struct sw_sentence *if_what)
{
    sw_loss_add(m, SW_FINDING_IMBALANCE, item, sentence, if_what)->why = SW_WHY_PARALLELISM;
}

static void find_serial(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_simulation *s = m->outcome.simulation;
    struct sw_serial_place chief;
    struct sw_serial_phase phase;
    struct sw_sentence *functions = sw_loss_say_functions(m, SW_SERIAL_CODE, &chief), *steps = NULL;
    if (sw_serial_phase_find(&phase, m->profile))
        m->findings->error = -ENOMEM;
    if (phase.callee)
        steps = SW_SAY(SERIAL_PHASE, phase.share, phase.callee, sw_base_name(phase.place->file),
                       phase.place->line, phase.place->function);
    double of_time = (double)s->serial / (double)s->time;
    sw_loss_add(m, SW_FINDING_SERIAL_CODE, item,
                m->is_of_threads
                    ? SW_SAY(SERIAL_THREADS, s->serial, of_time, s->processors, functions, steps,
                             m->outcome.limit)
                    : SW_SAY(SERIAL_REGIONS, s->serial, m->outcome.serial_fraction, of_time,
                             s->processors, functions, steps, m->outcome.limit),
                SW_SAY(IF_PARALLEL));
    if (phase.callee)
        sw_findings_place(m->findings, phase.place->file, phase.place->line, phase.place->function);
    else if (chief.line)
        sw_findings_place(m->findings, chief.file, chief.line, chief.function);
}

/* The speedup of a loop with parts in order if its turns came as close as they can: a thread's chunks of one iteration each, so that
 * the next turn is another thread's. The run is as long as all parts that take turns, and one iteration's rest before the first; or as
 * the work over the threads. 0: that is no change. */
static double speedup_in_step(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_simulation *s = m->outcome.simulation;
    const struct sw_construct *turns = &m->all[item->construct], *loop = &m->all[turns->parent];
    double width = sw_construct_width(loop), busy = (double)loop->busy;
    if (turns->kind != SW_CONSTRUCT_ORDERED || loop->kind != SW_CONSTRUCT_LOOP ||
        loop->iterations < 2 * loop->count || width < 2 || loop->iterations <= loop->chunks)
        return 0;
    double rest = fmax(0, busy - (double)turns->busy) / (double)loop->iterations;
    double least = fmax(busy / width, (double)turns->busy + rest * (double)loop->count);
    double time = (double)s->time - (double)loop->elapsed + least;
    return time < (double)s->time ? m->outcome.one / time : 0;
}

/* Parts of a loop that come in the order of its iterations. */
static void find_turns(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    struct sw_sentence *bound = NULL, *step = NULL;
    double in_step = speedup_in_step(m, item);
    if (c->kind == SW_CONSTRUCT_ORDERED && c->busy)
        bound = SW_SAY(TURNS_BOUND, c->busy, m->outcome.one / (double)c->busy);
    if (in_step > SW_SOME * m->outcome.speedup)
        step = SW_SAY(TURNS_IN_STEP, m->outcome.simulation->processors, in_step);
    sw_loss_add(m, SW_FINDING_LOCK, item,
                SW_SAY(TURNS, sw_loss_place(m, item->construct), sw_loss_say_share(m, item->lost),
                       bound, step),
                SW_SAY(IF_NOT_IN_TURN));
}

/* One thread at a time: all together they cannot take less than it is held. */
static void find_lock(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    struct sw_sentence *bound = NULL, *with = NULL;
    if (!sw_construct_is_lock(c)) {
        find_turns(m, item);
        return;
    }
    bool is_critical = c->kind == SW_CONSTRUCT_CRITICAL;
    uint64_t held = c->held ? c->held : is_critical ? c->busy : 0;
    if (held)
        bound = SW_SAY(LOCK_BOUND, is_critical, m->outcome.one / (double)held);
    if (sw_loss_share(m, item->ends) >= SW_LOSS_WORTH_SAYING)
        with = SW_SAY(LOCK_HOLDS_UP, sw_loss_share(m, item->lost + item->ends));
    sw_loss_add(m, SW_FINDING_LOCK, item,
                SW_SAY(LOCK_WAITS, sw_loss_place(m, item->construct), c->busy, c->chunks,
                       sw_loss_say_share(m, item->lost), with, bound),
                is_critical ? SW_SAY(IF_NO_CRITICAL) : SW_SAY(IF_NO_LOCK));
}

/* The chunk that costs little beside its length, if there are enough of these for all threads. */
static uint64_t better_chunk(const struct sw_construct *c, double width)
{
    double cost = (double)c->overhead / (double)c->chunks;
    double iteration = (double)(c->busy > c->overhead ? c->busy - c->overhead : 1) /
                       (double)(c->iterations ? c->iterations : 1);
    double chunk = ceil(cost / CHEAP / fmax(iteration, 1e-3));
    double most = (double)c->iterations / (double)(c->count ? c->count : 1) / (4 * width);
    return sw_cost_of(fmax(1, fmin(chunk, most)));
}

static void find_loop_grain(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    char how[SW_SCHEDULE_TEXT];
    uint64_t chunk = better_chunk(c, sw_construct_width(c));
    sw_loss_add(m, SW_FINDING_GRAIN, item,
                SW_SAY(FINE_CHUNKS, sw_loss_place(m, item->construct),
                       sw_construct_schedule(c, how), c->busy / c->chunks, c->overhead / c->chunks,
                       sw_loss_say_share(m, item->lost)),
                SW_SAY(IF_LARGER_CHUNKS, chunk));
}

/* Of what all threads have to come to: what each instance costs is a part of how long it takes. */
static void find_short(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    uint64_t times = c->count ? c->count : 1;
    double cost = (double)item->lost / (double)times / fmax(1, sw_construct_width(c));
    sw_loss_add(m, SW_FINDING_GRAIN, item,
                SW_SAY(SHORT_REGIONS, sw_loss_place(m, item->construct),
                       c->kind == SW_CONSTRUCT_PARALLEL, times, sw_construct_each(c),
                       sw_cost_of(cost), sw_loss_say_share(m, item->lost)),
                SW_SAY(IF_WITHOUT));
}

/* Of what one thread does: what each instance costs, and what it is good for. */
static void find_often(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                       uint64_t times, uint64_t cost)
{
    times = times ? times : 1;
    sw_loss_add(m, SW_FINDING_GRAIN, item,
                SW_SAY(SHORT_TASKS, sw_loss_place(m, item->construct),
                       sw_construct_is_lock(&item->sum), times, cost / times, item->lost / times,
                       sw_loss_say_share(m, item->lost)),
                SW_SAY(IF_WITHOUT));
}

static void find_overhead(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double width = sw_construct_width(c);
    switch (c->kind) {
    case SW_CONSTRUCT_TASK:
    case SW_CONSTRUCT_TASKLOOP:
        find_often(m, item, c->chunks ? c->chunks : c->count, c->work);
        break;
    case SW_CONSTRUCT_CRITICAL:
    case SW_CONSTRUCT_LOCK:
        find_often(m, item, c->chunks, c->busy);
        break;
    case SW_CONSTRUCT_PARALLEL:
        find_short(m, item);
        break;
    case SW_CONSTRUCT_THREAD:
    case SW_CONSTRUCT_JOIN:
    case SW_CONSTRUCT_CONDITION:
    case SW_CONSTRUCT_SEMAPHORE:
    case SW_CONSTRUCT_FUTEX:
        sw_loss_find_woken(m, item);
        break;
    case SW_CONSTRUCT_ALGORITHM:
    case SW_CONSTRUCT_TASKS:
        sw_loss_find_pieces(m, item);
        break;
    default:
        if (c->chunks && (double)c->chunks > MANY_CHUNKS * width * (double)c->count)
            find_loop_grain(m, item);
        else
            find_short(m, item);
    }
}

static void find_threads(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    if (item->sum.kind == SW_CONSTRUCT_THREAD) {
        sw_loss_find_few_threads(m, item);
        return;
    }
    double threads = (double)m->outcome.processors;
    if (item->sum.elapsed)
        threads -= (double)item->lost / (double)item->sum.elapsed;
    bool nested = threads > sw_construct_width(&item->sum) + 0.5;
    sw_loss_add(m, SW_FINDING_THREADS, item,
                SW_SAY(FEW_THREADS, sw_loss_place(m, item->construct), threads,
                       m->outcome.processors, nested),
                SW_SAY(IF_ALL_THREADS));
}

/* Of several lines together: the largest is named. */
static void find_many(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    static const enum sw_finding_kind kinds[] = {SW_FINDING_IMBALANCE, SW_FINDING_LOCK,
                                                 SW_FINDING_GRAIN};
    int cause = item->cause == SW_CAUSE_WAIT ? 0 : item->cause == SW_CAUSE_LOCK ? 1 : 2;
    sw_loss_add(m, kinds[cause], item,
                SW_SAY(MANY_LINES, cause, item->lines, sw_loss_say_share(m, item->lost),
                       sw_loss_share(m, item->most), sw_loss_place(m, item->construct)),
                SW_SAY(IF_IN_ALL, cause));
}

/* Tasks that the thread which made them runs before it goes on, while others have nothing to do: a taskloop's are inside it, and
 * its clauses say how many there are. */
static uint32_t maker_of(const struct sw_loss_maker *m, uint32_t i)
{
    return m->all[m->all[i].parent].kind == SW_CONSTRUCT_TASKLOOP ? m->all[i].parent : i;
}

/* libgomp makes all tasks of a loop, or none that wait: no more than 64 a thread. */
enum { MOST_TASKS = 64 };

static struct sw_sentence *advise(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *loop = &m->all[item->construct];
    double most = MOST_TASKS * sw_construct_at_once(m->all, item->construct);
    double each = loop->count ? (double)loop->iterations / (double)loop->count / most : 0;
    if (item->reason == SW_AT_ONCE_CLAUSE)
        return SW_SAY(IF_ALLOWED);
    if (loop->kind == SW_CONSTRUCT_TASKLOOP && item->sum.at_once[item->reason].n == loop->chunks)
        return SW_SAY(IF_FEWER_TASKS, most, MOST_TASKS, sw_cost_of(ceil(each)));
    return SW_SAY(IF_LONGER_TASKS);
}

/* Where such tasks are made as well. */
static unsigned other_lines(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    unsigned n = 0;
    for (uint32_t i = 1; i < m->outcome.simulation->n; i++) {
        uint32_t k = 1;
        const struct sw_construct *c = &m->all[i];
        if (!c->at_once[item->reason].idle || c->site == m->all[item->construct].site ||
            m->all[sw_construct_outermost(m->all, i)].site != item->site)
            continue;
        while (k < i && (m->all[k].site != c->site || !m->all[k].at_once[item->reason].idle))
            k++;
        n += k == i;
    }
    return n;
}

static void find_at_once(const struct sw_loss_maker *m, const struct sw_loss_item *found)
{
    struct sw_loss_item item = *found;
    const struct sw_at_once_tasks *t = &item.sum.at_once[item.reason];
    unsigned others = other_lines(m, found);
    item.construct = maker_of(m, found->construct);
    bool is_full = item.reason == SW_AT_ONCE_FULL;
    struct sw_sentence *sentence =
        SW_SAY(TASKS_AT_ONCE, is_full, t->n, item.sum.chunks, sw_loss_place(m, item.construct),
               others, t->time, sw_loss_say_share(m, item.lost));
    if (is_full)
        sw_loss_add(m, SW_FINDING_GRAIN, &item, sentence, advise(m, &item));
    else
        sw_loss_add_few(m, &item, sentence, advise(m, &item));
}

void sw_loss_find(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    static void (*const find[SW_CAUSES])(const struct sw_loss_maker *,
                                         const struct sw_loss_item *) = {
        [SW_CAUSE_SERIAL] = find_serial,   [SW_CAUSE_WAIT] = sw_loss_find_wait,
        [SW_CAUSE_LOCK] = find_lock,       [SW_CAUSE_OVERHEAD] = find_overhead,
        [SW_CAUSE_THREADS] = find_threads,
    };
    if (item->lines)
        find_many(m, item);
    else if (item->at_once)
        find_at_once(m, item);
    else if (find[item->cause])
        find[item->cause](m, item);
}
