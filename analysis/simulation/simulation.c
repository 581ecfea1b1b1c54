/*
 * A processor of a simulated run works, or waits, or does the runtime's own work, or has no thread. The
 * first three are counted where they happen; the last one follows from how long a region took and how
 * many threads it had. A region's waits are those of all barriers of its team, which the constructs
 * that end in a barrier have too: what is left is its own end's.
 */
#include "analysis/simulation/parts.h"

#include "analysis/workspan/bounds.h"
#include "base/text.h"
#include "profile/locks.h"

#define TURNS 0.01 /* of their time, what rounding may add to it */

static double ratio(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

uint64_t sw_cost_of(double cost)
{
    return cost >= 0x1p64 ? UINT64_MAX : cost > 0 ? (uint64_t)cost : 0;
}

double sw_construct_width(const struct sw_construct *c)
{
    return c->count ? (double)c->threads / (double)c->count : 0;
}

void sw_construct_add(struct sw_construct *sum, const struct sw_construct *c)
{
    sum->count += c->count;
    sum->work += c->work;
    sum->total_work += c->total_work;
    sum->elapsed += c->elapsed;
    sum->busy += c->busy;
    sum->longest += c->longest;
    sum->workers += c->workers;
    sum->overhead += c->overhead;
    sum->threads += c->threads;
    sum->chunks += c->chunks;
    sum->iterations += c->iterations;
    sum->largest = c->largest > sum->largest ? c->largest : sum->largest;
    sum->held = c->held > sum->held ? c->held : sum->held;
    sum->occupied += c->occupied;
    sum->inner += c->inner;
    sum->under_way += c->under_way;
    for (int k = 0; k < SW_AT_ONCE_REASONS; k++) {
        sum->at_once[k].n += c->at_once[k].n;
        sum->at_once[k].time += c->at_once[k].time;
        sum->at_once[k].idle += c->at_once[k].idle;
    }
}

double sw_construct_imbalance(const struct sw_construct *c)
{
    double width = sw_construct_width(c);
    if (width <= 1 || !c->longest)
        return NAN;
    return fmax(0, 1 - (double)c->busy / width / (double)c->longest);
}

/* Its team's region; the root's number where there is none. */
static uint32_t region_of(const struct sw_construct *all, uint32_t i)
{
    while (i && !sw_construct_is_team(&all[i = all[i].parent]))
        ;
    return i;
}

uint32_t sw_construct_outermost(const struct sw_construct *all, uint32_t i)
{
    uint32_t region = sw_construct_is_team(&all[i]) ? i : region_of(all, i);
    for (uint32_t outer; (outer = region_of(all, region));)
        region = outer;
    return region;
}

/* The lives of a region's threads, but for the one that came to it. Files may not say. */
static uint64_t occupied(const struct sw_construct *c)
{
    double more = sw_construct_width(c) - 1;
    return c->occupied || more <= 0 ? c->occupied : sw_cost_of(more * (double)c->elapsed);
}

/* Threads that live at once in a region, as the mean of its time: with those of the same region inside it. */
static double live(const struct sw_construct *c)
{
    return c->elapsed ? 1 + (double)occupied(c) / (double)c->elapsed
                      : fmax(1, sw_construct_width(c));
}

double sw_construct_at_once(const struct sw_construct *all, uint32_t i)
{
    double width = 1;
    for (uint32_t r = sw_construct_is_team(&all[i]) ? i : region_of(all, i); r;
         r = region_of(all, r))
        width *= live(&all[r]);
    return width;
}

uint64_t sw_construct_each(const struct sw_construct *c)
{
    if (c->inner && c->threads > c->count)
        return occupied(c) / (c->threads - c->count);
    return c->count > c->inner ? c->elapsed / (c->count - c->inner) : c->elapsed;
}

bool sw_construct_overlaps(const struct sw_construct *all, uint32_t i)
{
    uint32_t region = sw_construct_is_team(&all[i]) ? i : region_of(all, i);
    for (uint32_t r = region_of(all, i); r; r = region_of(all, r))
        if (all[r].inner)
            return true;
    return region && sw_construct_at_once(all, all[region].parent) > 1;
}

/* Threads at once, of a region inside others too. Files may not say. */
static uint64_t threads_at_once(const struct sw_construct *all, uint32_t n)
{
    double most = 1;
    if (all[0].threads)
        return all[0].threads;
    for (uint32_t i = 1; i < n; i++)
        most = fmax(most, sw_construct_at_once(all, i));
    return sw_cost_of(most + 0.5);
}

/* Threads take turns where there are more of them; in files of before they had a processor each. */
static uint64_t processors_of(const struct sw_profile *p, const struct sw_simulation *s)
{
    if ((double)s->work <= (1 + TURNS) * (double)s->processors * (double)s->time)
        return s->processors;
    uint64_t most = threads_at_once(p->constructs + s->first, s->n);
    return most > s->processors ? most : s->processors;
}

static void take_away(uint64_t *from, uint64_t amount)
{
    *from = *from > amount ? *from - amount : 0;
}

/* The processors that an outermost region leaves without a thread: regions inside take some of them. */
static void count_threads(const struct sw_construct *all, uint32_t n, uint64_t processors,
                          struct sw_loss *losses)
{
    for (uint32_t i = 1; i < n; i++) {
        if (!sw_construct_is_team(&all[i]))
            continue;
        uint32_t region = sw_construct_outermost(all, i);
        if (region == i)
            losses[i].own[SW_CAUSE_THREADS] = all[i].elapsed * (processors - 1);
        take_away(&losses[region].own[SW_CAUSE_THREADS], occupied(&all[i]));
    }
}

/* A lock that is waited for costs what it does because it is. */
static enum sw_cause overhead_is(const struct sw_construct *c)
{
    return c->lock_wait && sw_construct_is_lock(c) ? SW_CAUSE_LOCK : SW_CAUSE_OVERHEAD;
}

struct sw_loss *sw_losses_make(const struct sw_profile *p, const struct sw_simulation *s)
{
    const struct sw_construct *all = p->constructs + s->first;
    uint64_t processors = processors_of(p, s);
    struct sw_loss *losses = calloc(s->n, sizeof *losses);
    if (!losses)
        return NULL;
    losses[0].own[SW_CAUSE_SERIAL] = s->serial * (processors - 1);
    for (uint32_t i = 0; i < s->n; i++) {
        losses[i].own[SW_CAUSE_WAIT] += all[i].wait;
        losses[i].own[SW_CAUSE_LOCK] += all[i].lock_wait;
        losses[i].own[overhead_is(&all[i])] += all[i].overhead;
    }
    for (uint32_t i = 1; i < s->n; i++)
        if (sw_construct_ends_in_barrier(&all[i]) && region_of(all, i))
            take_away(&losses[region_of(all, i)].own[SW_CAUSE_WAIT], all[i].wait);
    count_threads(all, s->n, processors, losses);
    for (uint32_t i = s->n; i-- > 0;)
        for (int k = 0; k < SW_CAUSES; k++) {
            losses[i].by_cause[k] += losses[i].own[k];
            losses[i].all += losses[i].by_cause[k];
            if (i)
                losses[all[i].parent].by_cause[k] += losses[i].by_cause[k];
        }
    return losses;
}

/* What is lost is all that is not work: the causes have it, or the rest has no name. */
static void share_out(struct sw_outcome *o, const struct sw_loss *losses)
{
    const struct sw_simulation *s = o->simulation;
    double whole = (double)o->processors * (double)s->time, known = 0;
    double lost = fmax(0, whole - (double)s->work);
    for (uint32_t i = 0; i < s->n; i++)
        for (int k = 0; k < SW_CAUSE_OTHER; k++) {
            o->lost[k] += (double)losses[i].own[k];
            known += (double)losses[i].own[k];
            uint32_t *of = &o->worst_of[k];
            if (losses[i].own[k] > (*of == SW_NO_CONSTRUCT ? 0 : losses[*of].own[k]))
                *of = i;
            if (losses[i].own[k] > o->worst_lost) {
                o->worst_lost = losses[i].own[k];
                o->worst_cause = (enum sw_cause)k;
                o->worst = i;
            }
        }
    for (int k = 0; k < SW_CAUSE_OTHER; k++)
        o->lost[k] = ratio(known > lost ? o->lost[k] / known * lost : o->lost[k], whole);
    o->lost[SW_CAUSE_OTHER] = ratio(fmax(0, lost - known), whole);
}

static void make_efficiencies(struct sw_outcome *o)
{
    const struct sw_simulation *s = o->simulation;
    double processors = (double)o->processors, time = (double)s->time;
    o->efficiency = ratio((double)s->work, processors * time);
    o->load_balance = ratio((double)s->busy, processors * (double)s->longest);
    if (o->load_balance > 1)
        o->load_balance = 1;
    if (o->load_balance <
        o->efficiency) /* of a run that was cut, not all that threads did is known */
        o->load_balance = o->efficiency;
    double rest = ratio(o->efficiency, o->load_balance);
    o->transfer = 1 - o->lost[SW_CAUSE_OVERHEAD];
    o->serialisation = ratio(rest, o->transfer);
    if (o->serialisation > 1) { /* the busiest one has more of the overhead than others */
        o->serialisation = 1;
        o->transfer = rest;
    }
}

bool sw_simulation_has_one(const struct sw_profile *p, const struct sw_simulation *s)
{
    return s->one_time || sw_simulation_on(p, 1);
}

/* Time in which no thread ran, as all of them slept or waited for input or output: one processor has it too. Of programs with threads
 * only: for others, what has no name may be anything. */
static double away(const struct sw_profile *p, const struct sw_simulation *s)
{
    struct sw_outcome o = {.simulation = s, .processors = processors_of(p, s)};
    SW_FREED struct sw_loss *losses =
        p->front_end == SW_FRONT_END_THREADS ? sw_losses_make(p, s) : NULL;
    if (losses)
        share_out(&o, losses);
    return o.lost[SW_CAUSE_OTHER] * (double)s->time;
}

/* Without a run on one processor: its work, and as much of the time in which no thread ran as T(N) has: that is less, as work may go on
 * while others sleep, but never a time below T(N) for want of knowing. */
double sw_simulation_one(const struct sw_profile *p, const struct sw_simulation *s)
{
    const struct sw_simulation *one = sw_simulation_on(p, 1);
    if (one && one->time)
        return (double)one->time;
    return s->one_time ? (double)s->one_time
                       : fmax((double)s->work, fmin((double)s->work + away(p, s), (double)s->time));
}

/* Its work on one processor; 0: not known. */
static double work_on_one(const struct sw_profile *p, const struct sw_simulation *s)
{
    const struct sw_simulation *one = sw_simulation_on(p, 1);
    return (double)(one ? one->work : s->one_work);
}

double sw_simulation_speedup(const struct sw_profile *p, const struct sw_simulation *s)
{
    double speedup = ratio(sw_simulation_one(p, s), (double)s->time);
    return isnan(speedup) ? speedup : fmin(speedup, (double)processors_of(p, s));
}

int sw_outcome_make(struct sw_outcome *o, const struct sw_profile *p, const struct sw_simulation *s)
{
    SW_FREED struct sw_loss *losses = sw_losses_make(p, s);
    *o = (struct sw_outcome){.simulation = s, .worst = SW_NO_CONSTRUCT};
    for (int k = 0; k < SW_CAUSES; k++)
        o->worst_of[k] = SW_NO_CONSTRUCT;
    if (!losses)
        return -ENOMEM;
    o->processors = processors_of(p, s);
    o->threads = threads_at_once(p->constructs + s->first, s->n);
    o->one = sw_simulation_one(p, s);
    o->speedup = sw_simulation_speedup(p, s);
    o->growth = ratio((double)s->work, work_on_one(p, s));
    o->parallelism = sw_parallelism(s->work, s->span);
    o->serial_fraction = ratio((double)s->serial, (double)s->work);
    o->limit = ratio(o->one, (double)s->serial);
    share_out(o, losses);
    make_efficiencies(o);
    return 0;
}

const struct sw_simulation *sw_simulation_on(const struct sw_profile *p, uint64_t processors)
{
    for (size_t i = 0; i < p->n_simulations; i++)
        if (p->simulations[i].processors == processors)
            return &p->simulations[i];
    return NULL;
}

const struct sw_site *sw_construct_site(const struct sw_profile *p, const struct sw_construct *c)
{
    return c->site < p->n_sites ? &p->sites[c->site] : NULL;
}

const char *sw_construct_name(const struct sw_profile *p, const struct sw_construct *c)
{
    const struct sw_site *site = sw_construct_site(p, c);
    return site ? sw_site_callee(site) : "serial code";
}

const char *sw_construct_kind(const struct sw_profile *p, const struct sw_construct *c)
{
    const char *name = sw_construct_name(p, c);
    bool is_named = c->kind == SW_CONSTRUCT_LOCK &&
                    !strncmp(name, SW_LOCK_LABEL " ", strlen(SW_LOCK_LABEL " "));
    return is_named ? SW_LOCK_LABEL : name;
}

char *sw_construct_label(const struct sw_profile *p, const struct sw_construct *c, char *buffer)
{
    const struct sw_site *site = sw_construct_site(p, c);
    const char *name = sw_construct_name(p, c);
    if (site && *sw_string(site->caller_place.function))
        snprintf(buffer, SW_CONSTRUCT_LABEL, "%.200s in %.500s", name, sw_site_caller(site));
    else
        snprintf(buffer, SW_CONSTRUCT_LABEL, "%.200s", name);
    return buffer;
}

char *sw_construct_schedule(const struct sw_construct *c, char *buffer)
{
    static const char *const names[] = {"", "static", "dynamic", "guided", "auto"};
    *buffer = 0;
    if (c->schedule == SW_SCHEDULE_NONE || c->schedule >= sizeof names / sizeof *names)
        return buffer;
    if (c->chunk)
        snprintf(buffer, SW_SCHEDULE_TEXT, "schedule(%s,%" PRIu64 ")", names[c->schedule],
                 c->chunk);
    else
        snprintf(buffer, SW_SCHEDULE_TEXT, "schedule(%s)", names[c->schedule]);
    return buffer;
}

SW_NAMES(sw_cause_name, enum sw_cause, "serial", "wait", "lock", "overhead", "threads", "other")
