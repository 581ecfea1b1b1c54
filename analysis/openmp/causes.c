/*
 * What a loss is called and what can be done about it. Which of the causes of bad scaling it is comes first: too
 * little parallelism, too fine a grain, contention. The fourth, memory, is not simulated. Then the line, how much,
 * and the speedup without it.
 */
#include "analysis/openmp/parts.h"
#include "analysis/workspan/serial_functions.h"
#include "analysis/workspan/serial_phase.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define MANY_CHUNKS 8    /* a thread: what a chunk costs is the loop's cost, not its barrier */
#define CHEAP       0.02 /* what a chunk may cost of its own length */

size_t sw_loss_site(const struct sw_loss_maker *m, uint32_t i)
{
    return m->all[i].site < m->profile->n_sites ? m->all[i].site : SW_NO_SITE;
}

/* "the 'omp for' at libx.so.1+0x1234 in 'f'", where no line is known. */
static void describe_address(const struct sw_site *site, const struct sw_profile *profile,
                             char *buffer)
{
    const char *function = sw_string(site->caller_place.function);
    char where[SW_SITE_TEXT];
    int n = snprintf(buffer, SW_SITE_TEXT, "the '%.100s' at %.120s", sw_site_callee(site),
                     sw_site_address(site, profile, where));
    if (*function && n > 0 && n < SW_SITE_TEXT)
        snprintf(buffer + n, (size_t)(SW_SITE_TEXT - n), " in '%.100s'", function);
}

const char *sw_loss_place(const struct sw_loss_maker *m, uint32_t i, char *buffer)
{
    const struct sw_site *site = sw_construct_site(m->profile, &m->all[i]);
    if (!site)
        return "code outside all parallel regions";
    if (*sw_string(site->caller_place.file) || !sw_site_is_construct(site))
        return sw_site_describe(site, buffer);
    describe_address(site, m->profile, buffer);
    return buffer;
}

double sw_loss_share(const struct sw_loss_maker *m, uint64_t lost)
{
    double whole = (double)m->outcome.processors * (double)m->outcome.simulation->time;
    return whole > 0 ? (double)lost / whole : 0;
}

void sw_loss_add(const struct sw_loss_maker *m, enum sw_finding_kind kind,
                 const struct sw_loss_item *item, const char *text)
{
    struct sw_findings *f = m->findings;
    sw_findings_add(f, kind, SW_ADVICE, sw_loss_site(m, item->construct), "%s", text);
    if (f->error)
        return;
    f->items[f->n - 1].worth = m->outcome.one / item->worth.time;
    f->items[f->n - 1].lost = sw_loss_share(m, item->lost + item->ends);
}

void sw_loss_add_few(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                     const char *text)
{
    sw_loss_add(m, SW_FINDING_IMBALANCE, item, text);
    if (!m->findings->error)
        m->findings->items[m->findings->n - 1].why = SW_WHY_PARALLELISM;
}

enum { TEXT = 2000 };

/* ", and 97% in 'load', called at a.c:7 in 'main', with all that it calls"; nothing where there is no such phase. */
static struct sw_serial_phase tell_phase(const struct sw_loss_maker *m, char *text, size_t size)
{
    struct sw_serial_phase phase;
    int error = sw_serial_phase_find(&phase, m->profile);
    *text = 0;
    if (error)
        m->findings->error = error;
    else if (phase.callee)
        snprintf(text, size,
                 ", and %.0f%% in '%.100s', called at %.60s:%u in '%.100s', with all that it calls",
                 100 * phase.share, phase.callee, sw_base_name(phase.place->file),
                 phase.place->line, sw_string(phase.place->function));
    return phase;
}

static void find_serial(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_simulation *s = m->outcome.simulation;
    char text[TEXT], a[SW_UNITS_SIZE], n[SW_UNITS_SIZE], limit[SW_UNITS_SIZE], gain[SW_WORTH_TEXT];
    char functions[SW_SERIAL_TEXT], steps[400];
    struct sw_serial_place chief;
    struct sw_serial_phase phase = tell_phase(m, steps, sizeof steps);
    int error = sw_serial_functions_tell(m->profile, functions, &chief);
    if (error)
        m->findings->error = error;
    snprintf(
        text, sizeof text,
        "too little parallelism: code outside all parallel regions runs serially, %s, which is "
        "%.1f%% of the work and %.0f%% of the time on %s%s%s; by Amdahl's law no number of "
        "processors makes this run more than %s "
        "times faster; %s",
        sw_units_spoken(m->units, s->serial, a), 100 * m->outcome.serial_fraction,
        100 * (double)s->serial / (double)s->time, sw_units_some(s->processors, "processor", n),
        functions, steps, sw_units_ratio(m->outcome.limit, limit),
        sw_loss_worth_text(m, item, "were it perfectly parallel", gain));
    sw_loss_add(m, SW_FINDING_SERIAL_CODE, item, text);
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
    char text[TEXT], where[SW_SITE_TEXT], gain[SW_WORTH_TEXT], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE];
    char bound[200] = "", step[200] = "";
    double in_step = speedup_in_step(m, item);
    if (c->kind == SW_CONSTRUCT_ORDERED && c->busy)
        snprintf(bound, sizeof bound,
                 "; these parts take %s in all, one after the other, so that no number of "
                 "processors makes "
                 "this run more than %s times faster",
                 sw_units_spoken(m->units, c->busy, a),
                 sw_units_ratio(m->outcome.one / (double)c->busy, b));
    if (in_step > SW_SOME * m->outcome.speedup)
        snprintf(step, sizeof step,
                 "; with schedule(static,1), where the next turn is always another thread's, "
                 "the speedup on %" PRIu64 " would be up to %s",
                 m->outcome.simulation->processors, sw_units_ratio(in_step, a));
    snprintf(text, sizeof text,
             "contention: in %s threads wait for their turn, %.0f%% of the time of all %" PRIu64
             " processors%s%s; %s",
             sw_loss_place(m, item->construct, where), 100 * sw_loss_share(m, item->lost),
             m->outcome.processors, bound, step,
             sw_loss_worth_text(m, item, "if iterations did not have to wait for each other there",
                                gain));
    sw_loss_add(m, SW_FINDING_LOCK, item, text);
}

/* One thread at a time: all together they cannot take less than it is held. */
static void find_lock(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    char text[TEXT], where[SW_SITE_TEXT], a[SW_UNITS_SIZE], n[SW_UNITS_SIZE], b[SW_UNITS_SIZE];
    char gain[SW_WORTH_TEXT], bound[160] = "";
    sw_loss_place(m, item->construct, where);
    uint64_t held = c->held ? c->held : c->kind == SW_CONSTRUCT_CRITICAL ? c->busy : 0;
    if (held)
        snprintf(bound, sizeof bound,
                 "; only one thread at a time can %s, so that no number of processors makes this "
                 "run more than %s times faster",
                 c->kind == SW_CONSTRUCT_CRITICAL ? "be in it" : "hold a lock",
                 sw_units_ratio(m->outcome.one / (double)held, b));
    snprintf(text, sizeof text,
             "contention: %s is held for %s in all, %s times, and threads wait for it %.0f%% of "
             "the time of all %" PRIu64 " processors%s; %s",
             where, sw_units_spoken(m->units, c->busy, a), sw_units_count(c->chunks, n),
             100 * sw_loss_share(m, item->lost), m->outcome.processors, bound,
             sw_loss_worth_text(
                 m, item,
                 c->kind == SW_CONSTRUCT_CRITICAL
                     ? "without waiting, for example by a reduction, atomic operations or a copy "
                       "for each thread"
                     : "without waiting, for example by holding it more briefly or with more locks",
                 gain));
    sw_loss_add(m, SW_FINDING_LOCK, item, text);
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
    char text[TEXT], where[SW_SITE_TEXT], how[SW_SCHEDULE_TEXT], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE];
    char gain[SW_WORTH_TEXT], what[64];
    uint64_t chunk = better_chunk(c, sw_construct_width(c));
    snprintf(what, sizeof what, "with chunks of %" PRIu64 " iterations or more", chunk);
    snprintf(text, sizeof text,
             "too fine a grain: the chunks of %s, %s, are %s long on average and cost %s each (an "
             "estimate), which is %.0f%% of the time of all %" PRIu64 " processors; %s",
             sw_loss_place(m, item->construct, where), sw_construct_schedule(c, how),
             sw_units_spoken(m->units, c->busy / c->chunks, a),
             sw_units_spoken(m->units, c->overhead / c->chunks, b),
             100 * sw_loss_share(m, item->lost), m->outcome.processors,
             sw_loss_worth_text(m, item, what, gain));
    sw_loss_add(m, SW_FINDING_GRAIN, item, text);
}

/* Of what all threads have to come to: what each instance costs is a part of how long it takes. */
static void find_short(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                       const char *what, const char *advice)
{
    const struct sw_construct *c = &item->sum;
    uint64_t times = c->count ? c->count : 1;
    double cost = (double)item->lost / (double)times / fmax(1, sw_construct_width(c));
    char text[TEXT], where[SW_SITE_TEXT], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], n[SW_UNITS_SIZE];
    char gain[SW_WORTH_TEXT];
    snprintf(text, sizeof text,
             "too fine a grain: %s %s %s time%s, for %s each, of which the OpenMP runtime takes %s "
             "(an estimate), %.0f%% of the time of all %" PRIu64 " processors in all: %s; %s",
             sw_loss_place(m, item->construct, where), what, sw_units_count(times, n),
             times == 1 ? "" : "s", sw_units_spoken(m->units, sw_construct_each(c), a),
             sw_units_spoken(m->units, sw_cost_of(cost), b), 100 * sw_loss_share(m, item->lost),
             m->outcome.processors, advice, sw_loss_worth_text(m, item, "without that", gain));
    sw_loss_add(m, SW_FINDING_GRAIN, item, text);
}

/* Of what one thread does: what each instance costs, and what it is good for. */
static void find_often(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                       const char *what, uint64_t times, uint64_t cost, const char *advice)
{
    char text[TEXT], where[SW_SITE_TEXT], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], n[SW_UNITS_SIZE];
    char gain[SW_WORTH_TEXT];
    times = times ? times : 1;
    snprintf(
        text, sizeof text,
        "too fine a grain: %s %s %s time%s, for %s each, and costs %s each time (an estimate), "
        "%.0f%% of the time of all %" PRIu64 " processors: %s; %s",
        sw_loss_place(m, item->construct, where), what, sw_units_count(times, n),
        times == 1 ? "" : "s", sw_units_spoken(m->units, cost / times, a),
        sw_units_spoken(m->units, item->lost / times, b), 100 * sw_loss_share(m, item->lost),
        m->outcome.processors, advice, sw_loss_worth_text(m, item, "without that", gain));
    sw_loss_add(m, SW_FINDING_GRAIN, item, text);
}

static void find_overhead(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double width = sw_construct_width(c);
    switch (c->kind) {
    case SW_CONSTRUCT_TASK:
    case SW_CONSTRUCT_TASKLOOP:
        find_often(
            m, item, "is made and run", c->chunks ? c->chunks : c->count, c->work,
            "make fewer and longer tasks, for example by an if or final clause below some size");
        break;
    case SW_CONSTRUCT_CRITICAL:
    case SW_CONSTRUCT_LOCK:
        find_often(m, item, "is taken", c->chunks, c->busy, "take it less often");
        break;
    case SW_CONSTRUCT_PARALLEL:
        find_short(m, item, "runs", "make fewer and longer regions, or give it fewer threads");
        break;
    default:
        if (c->chunks && (double)c->chunks > MANY_CHUNKS * width * (double)c->count)
            find_loop_grain(m, item);
        else
            find_short(m, item, "ends in a barrier",
                       "put more work between barriers, or use nowait");
    }
}

static void find_threads(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    char text[TEXT], where[SW_SITE_TEXT], gain[SW_WORTH_TEXT];
    double threads = (double)m->outcome.processors;
    if (item->sum.elapsed)
        threads -= (double)item->lost / (double)item->sum.elapsed;
    bool nested = threads > sw_construct_width(&item->sum) + 0.5;
    snprintf(text, sizeof text,
             "too little parallelism: %s has %.0f of %" PRIu64
             " threads%s, by its num_threads or if clause or the program's settings: the other "
             "processors do nothing; %s",
             sw_loss_place(m, item->construct, where), threads, m->outcome.processors,
             nested ? " on average, with the regions inside of it" : "",
             sw_loss_worth_text(m, item, "with all of them", gain));
    sw_loss_add(m, SW_FINDING_THREADS, item, text);
}

/* Of several lines together: the largest is named. */
static void find_many(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    static const struct {
        const char *what, *advice, *if_what;
        enum sw_finding_kind kind;
    } say[SW_CAUSES] = {
        [SW_CAUSE_WAIT] = {"too little parallelism: threads wait for the last one at the end of",
                           "", "with equal shares in all of them", SW_FINDING_IMBALANCE},
        [SW_CAUSE_LOCK] = {"contention: threads wait for locks, or for their turn, in", "",
                           "without waiting in all of them", SW_FINDING_LOCK},
        [SW_CAUSE_OVERHEAD] = {"too fine a grain: the OpenMP runtime's own work (an estimate) for",
                               ": make fewer and longer ones", "without that in all of them",
                               SW_FINDING_GRAIN},
    };
    char text[TEXT], where[SW_SITE_TEXT], gain[SW_WORTH_TEXT];
    snprintf(text, sizeof text,
             "%s constructs at %" PRIu32 " lines, %.0f%% of the time of all %" PRIu64
             " processors; most of that, %.0f%%, at %s%s; %s",
             say[item->cause].what, item->lines, 100 * sw_loss_share(m, item->lost),
             m->outcome.processors, 100 * sw_loss_share(m, item->most),
             sw_loss_place(m, item->construct, where), say[item->cause].advice,
             sw_loss_worth_text(m, item, say[item->cause].if_what, gain));
    sw_loss_add(m, say[item->cause].kind, item, text);
}

void sw_loss_find(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    if (item->lines) {
        find_many(m, item);
        return;
    }
    if (item->at_once) {
        sw_loss_find_at_once(m, item);
        return;
    }
    switch (item->cause) {
    case SW_CAUSE_SERIAL:
        find_serial(m, item);
        break;
    case SW_CAUSE_WAIT:
        sw_loss_find_wait(m, item);
        break;
    case SW_CAUSE_LOCK:
        if (sw_construct_is_lock(&item->sum))
            find_lock(m, item);
        else
            find_turns(m, item);
        break;
    case SW_CAUSE_OVERHEAD:
        find_overhead(m, item);
        break;
    case SW_CAUSE_THREADS:
        find_threads(m, item);
        break;
    case SW_CAUSE_OTHER:
    case SW_CAUSES:
        break;
    }
}
