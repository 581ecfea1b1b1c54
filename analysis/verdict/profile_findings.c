/* Findings of a profile: what its work and span mean, and what to doubt. */
#include "analysis/findings/findings.h"

#include "analysis/openmp/simulation.h"
#include "analysis/verdict/span_findings.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/grain.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define AMPLE          10   /* parallelism a processor, for nearly linear speedup */
#define MOST_PROCS     128  /* beyond that, "and more" */
#define PLENTY_PROCS   8    /* ample for so many: the first site on the span is enough to know */
#define CHECK_SHARE    0.05 /* more difference than that is worth a warning */
#define LEAST_SAMPLES  50
#define SAMPLES_SHARE  0.10 /* more than that, and ... */
#define SAMPLES_SIGMAS 4    /* ... than chance, is a disagreement */
#define LOCK_SHARE \
    0.02 /* of the work, while a lock is held that others may want: less is not worth a word */
#define MOST_LOCKS 3
#define MUCH_OVERHEAD \
    2 /* times the work: an error of a few percent in it is one of many in work \
       */

struct maker {
    struct sw_findings *findings;
    const struct sw_profile *profile;
    const struct sw_units *units;
};

static int is_time(const struct maker *m)
{
    return !strcmp(m->units->unit, "ns");
}

/* What else is said of an end inside a region. */
static const char no_advice[] =
    "predictions and advice are left out, because they need the region's end";

static void find_incomplete(struct maker *m)
{
    const struct sw_profile *p = m->profile;
    bool in_region = p->flags & SW_PROFILE_IN_REGION;
    if (p->flags & SW_PROFILE_DAMAGED)
        sw_findings_add(
            m->findings, SW_FINDING_INCOMPLETE, SW_WARNING, SW_NO_SITE,
            "the program died inside the profiler: an event may be lost or half counted");
    if (in_region && !(p->flags & SW_PROFILE_INCOMPLETE))
        sw_findings_add(m->findings, SW_FINDING_INCOMPLETE, SW_WARNING, SW_NO_SITE,
                        "the program ended inside a parallel region: the figures are what was "
                        "measured until then; %s",
                        no_advice);
    if (!(p->flags & SW_PROFILE_INCOMPLETE))
        return;
    bool is_sampled = sw_profile_is_effort(p);
    if (is_sampled && !WIFSIGNALED(p->status))
        return; /* it has left by _exit() or exec: nothing is lost */
    if (WIFSIGNALED(p->status))
        sw_findings_add(
            m->findings, SW_FINDING_INCOMPLETE, SW_WARNING, SW_NO_SITE,
            "the program was killed by signal %d (%s)%s: the figures are what was measured until "
            "%s%s%s",
            WTERMSIG(p->status), strsignal(WTERMSIG(p->status)),
            in_region ? " inside a parallel region" : "", is_sampled ? "then" : "its last event",
            in_region ? "; " : "", in_region ? no_advice : "");
    else
        sw_findings_add(
            m->findings, SW_FINDING_INCOMPLETE, SW_WARNING, SW_NO_SITE,
            "the program did not return from main%s: the figures are what was measured until its "
            "last event%s%s",
            in_region ? ", but ended inside a parallel region" : "", in_region ? "; " : "",
            in_region ? no_advice : "");
}

static void find_failed(struct maker *m)
{
    int status = m->profile->status;
    if (WIFEXITED(status) && WEXITSTATUS(status))
        sw_findings_add(m->findings, SW_FINDING_FAILED, SW_WARNING, SW_NO_SITE,
                        "the program ended with exit status %d: was this the run that you meant?",
                        WEXITSTATUS(status));
}

static void find_too_short(struct maker *m)
{
    char work[SW_UNITS_SIZE];
    if (is_time(m) && m->profile->whole.work < SW_SHORT_RUN_NS)
        sw_findings_add(
            m->findings, SW_FINDING_TOO_SHORT, SW_WARNING, SW_NO_SITE,
            "the run is too short to trust: %s of work; take an input that runs 10 ms or more",
            sw_units_spoken(m->units, m->profile->whole.work, work));
}

/* How many times the work the profiler's own cost is, which was subtracted. */
static double overhead(const struct maker *m)
{
    uint64_t work = m->profile->whole.work;
    return work ? (double)m->profile->circumstances.overhead / (double)work : 0;
}

static void find_check(struct maker *m)
{
    uint64_t truth = m->profile->circumstances.unprofiled_work, work = m->profile->whole.work;
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE];
    if (!truth)
        return;
    double difference = (double)work / (double)truth - 1;
    int large = fabs(difference) > CHECK_SHARE;
    sw_findings_add(
        m->findings, SW_FINDING_CHECK, large ? SW_WARNING : SW_INFO, SW_NO_SITE,
        "check: the same program took %s unprofiled; the work reported here is %s, %+.1f%%%s",
        sw_units_spoken(m->units, truth, a), sw_units_spoken(m->units, work, b), 100 * difference,
        !large                        ? ""
        : overhead(m) < MUCH_OVERHEAD ? " (more than 5%: run it again on a quieter machine before "
                                        "trusting times)"
                                      : " (more than 5%: do not trust times)");
}

/* Samples are the kernel's own account of processor time: if they have seen clearly more of the program than its work is, work was lost. */
static void find_samples(struct maker *m)
{
    const struct sw_sampled *s = &m->profile->sampled;
    char work[SW_UNITS_SIZE], sampled[SW_UNITS_SIZE];
    double taken = (double)s->taken,
           expected = (double)m->profile->whole.work / 1e9 * (double)s->rate;
    if (!is_time(m) || s->source != SW_SAMPLED_CLOCK || taken < LEAST_SAMPLES ||
        taken < expected * (1 + SAMPLES_SHARE) + SAMPLES_SIGMAS * sqrt(taken))
        return;
    sw_findings_add(
        m->findings, SW_FINDING_CHECK, SW_WARNING, SW_NO_SITE,
        "%" PRIu64
        " samples were taken of the program, which is %s of processor time, but its work is only "
        "%s: some of it was lost, so do not trust these times; run it again on a quieter machine",
        s->taken, sw_units_spoken(m->units, sw_rounded(taken / (double)s->rate * 1e9), sampled),
        sw_units_spoken(m->units, m->profile->whole.work, work));
}

static void find_overhead(struct maker *m)
{
    char cost[SW_UNITS_SIZE];
    if (!is_time(m) || overhead(m) < MUCH_OVERHEAD || m->profile->whole.work < SW_SHORT_RUN_NS ||
        m->profile->n_simulations)
        return; /* in a short run it is the start; a simulated one leaves it out as it goes */
    int can_check =
        !m->profile->circumstances.unprofiled_work && !strcmp(sw_string(m->profile->meter), "time");
    sw_findings_add(
        m->findings, SW_FINDING_OVERHEAD, SW_WARNING, SW_NO_SITE,
        "strands are too short to measure well: the profiler's own cost, %s, was %.0f times the "
        "work, and subtracting it leaves a rough figure%s",
        sw_units_spoken(m->units, m->profile->circumstances.overhead, cost), overhead(m),
        can_check ? "; 'spanwise run --check' tells how rough" : "");
}

/* The processors for which the parallelism is ample; not a number where nothing was measured. */
static double ample_processors(const struct maker *m)
{
    return floor(sw_parallelism(m->profile->whole.work, m->profile->whole.span) / AMPLE);
}

static void find_parallelism(struct maker *m)
{
    const struct sw_figures *whole = &m->profile->whole;
    double parallelism = sw_parallelism(whole->work, whole->span);
    double procs = ample_processors(m);
    char ratio[SW_UNITS_SIZE];
    if (!whole->work || isnan(parallelism))
        return;
    sw_units_ratio(parallelism, ratio);
    if (whole->spawns == 0)
        sw_findings_add(
            m->findings, SW_FINDING_SERIAL, SW_ADVICE, SW_NO_SITE,
            "nothing was spawned: this run is serial, more processors cannot make it faster");
    else if (procs < 2)
        sw_findings_add(
            m->findings, SW_FINDING_PARALLELISM, SW_ADVICE, SW_NO_SITE,
            "too little parallelism: no number of processors makes this run more than %s times "
            "faster (a bound, from the measured work and span); to use P processors well, aim for "
            "a parallelism of %d P: %d for 2, %d for 8",
            ratio, AMPLE, 2 * AMPLE, 8 * AMPLE);
    else if (procs < MOST_PROCS)
        sw_findings_add(
            m->findings, SW_FINDING_PARALLELISM, SW_INFO, SW_NO_SITE,
            "the parallelism of %s is ample for up to %.0f processors (%d a processor); on more "
            "than that expect less than linear speedup",
            ratio, procs, AMPLE);
    else
        sw_findings_add(
            m->findings, SW_FINDING_PARALLELISM, SW_INFO, SW_NO_SITE,
            "the parallelism of %s is ample for %d processors and more (%d a processor)", ratio,
            MOST_PROCS, AMPLE);
}

/* Where most spawns come from: the spawn or loop with the most invocations. */
static size_t busiest_spawn(const struct sw_profile *p)
{
    size_t best = SW_NO_SITE;
    for (size_t i = 0; i < p->n_sites; i++) {
        if (p->sites[i].kind != SW_SITE_SPAWN && p->sites[i].kind != SW_SITE_LOOP)
            continue;
        if (best == SW_NO_SITE ||
            p->sites[i].on_work.local.count > p->sites[best].on_work.local.count)
            best = i;
    }
    return best;
}

/* ": about 210 ms of 436 ms in all" */
static void spawning(const struct maker *m, char *text, size_t size)
{
    struct sw_grain grain = sw_grain_on(m->profile, SW_TYPICAL_PROCESSORS);
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE];
    *text = 0;
    if (grain.spawning > 0)
        snprintf(text, size, ": about %s of %s in all",
                 sw_units_spoken(m->units, sw_rounded(grain.spawning), a),
                 sw_units_spoken(m->units, sw_rounded(grain.work), b));
}

/* Whether larger pieces are worth the trouble: else it is good to know at most. */
static enum sw_severity grain_severity(const struct maker *m)
{
    return sw_grain_gain(m->profile) >= SW_GRAIN_LIMITS ? SW_ADVICE : SW_INFO;
}

static void find_strands(struct maker *m)
{
    uint64_t strand = sw_average_maximal_strand(&m->profile->whole);
    char cost[SW_UNITS_SIZE], count[SW_UNITS_SIZE], local[SW_UNITS_SIZE], place[SW_SITE_TEXT];
    char sum[4 * SW_UNITS_SIZE];
    if (!sw_has_short_strands(m->profile))
        return;
    size_t i = busiest_spawn(m->profile);
    if (strand)
        sw_units_spoken(m->units, strand, cost);
    else
        snprintf(cost, sizeof cost, "less than 1 %.20s", m->units->unit);
    spawning(m, sum, sizeof sum);
    if (i == SW_NO_SITE || !m->profile->sites[i].on_work.local.count) {
        sw_findings_add(
            m->findings, SW_FINDING_STRANDS, grain_severity(m), SW_NO_SITE,
            "strands are short: %s on average between spawns and syncs, so the cost of spawning "
            "shows%s; stop spawning earlier",
            cost, sum);
        return;
    }
    const struct sw_measure *site = &m->profile->sites[i].on_work.local;
    int is_loop = m->profile->sites[i].kind == SW_SITE_LOOP;
    sw_findings_add(m->findings, SW_FINDING_STRANDS, grain_severity(m), i,
                    "strands are short: %s on average between spawns and syncs, so the cost of "
                    "spawning shows%s; "
                    "coarsen the grain of %s (%s %s, %s of own work each): %s",
                    cost, sum, sw_site_describe(&m->profile->sites[i], place),
                    sw_units_count(site->count, count), is_loop ? "pieces" : "invocations",
                    sw_units_spoken(m->units, site->work / site->count, local),
                    is_loop ? "give it a larger '#pragma cilk grainsize', or none"
                            : "call instead of spawning below some size");
}

static void find_burden(struct maker *m)
{
    const struct sw_figures *whole = &m->profile->whole;
    double plain = sw_parallelism(whole->work, whole->span);
    double burdened = sw_parallelism(whole->work, whole->burdened_span);
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], burden[SW_UNITS_SIZE], place[SW_SITE_TEXT];
    size_t site = busiest_spawn(m->profile);
    if (isnan(plain) || isnan(burdened) || burdened > plain / 2 || plain < 2)
        return;
    sw_findings_add(
        m->findings, SW_FINDING_BURDEN, grain_severity(m), site,
        "scheduling would eat the gain: with %s for each steal on the critical path (an estimate) "
        "the parallelism drops from %s to %s; give each spawn more work%s%s",
        sw_units_spoken(m->units, m->profile->burden, burden), sw_units_ratio(plain, a),
        sw_units_ratio(burdened, b), site == SW_NO_SITE ? "" : ", first ",
        site == SW_NO_SITE ? "" : sw_site_describe(&m->profile->sites[site], place));
}

/* "in 'get'", and how many others take it */
static void describe_lock(const struct sw_profile *p, size_t lock, const struct sw_place *place,
                          char *text, size_t size)
{
    size_t others = 0;
    for (size_t i = 0; i < p->n_lock_sites; i++)
        others += p->lock_sites[i].lock == lock && p->lock_sites[i].held;
    int n = snprintf(text, size, " by '%.100s' at %.100s:%u", sw_string(place->function),
                     sw_base_name(sw_string(place->file)), place->line);
    if (others > 1 && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, " and in %zu other place%s", others - 1,
                 others == 2 ? "" : "s");
}

/* The holds of one lock come one after the other. It is the cause where that limits the program more than all else does. */
static void find_lock(struct maker *m, size_t i)
{
    const struct sw_profile *p = m->profile;
    const struct sw_lock *lock = &p->locks[i];
    const struct sw_lock_site *site = sw_lock_first_site(p, i);
    double work = (double)p->whole.work, share = (double)lock->most / work;
    double bound = sw_lock_bound(p, lock),
           others = sw_speedup_bounds(&p->whole, SW_TYPICAL_PROCESSORS).lower;
    char name[SW_LOCK_NAME], ratio[SW_UNITS_SIZE], count[SW_UNITS_SIZE], where[512] = "";
    if (!site || (double)(lock->most - lock->alone) < LOCK_SHARE * work)
        return;
    const struct sw_place *place = sw_lock_place(site);
    if (place->line)
        describe_lock(p, i, place, where, sizeof where);
    sw_findings_add(
        m->findings, SW_FINDING_LOCK, bound < others ? SW_ADVICE : SW_INFO, SW_NO_SITE,
        "%s is held for %.0f%% of the work, taken %s times%s: never more than %s times as fast, on "
        "any number of processors (a bound); hold it more briefly, or split the data it protects",
        sw_lock_name(lock, name), 100 * share, sw_units_count(lock->taken, count), where,
        sw_units_ratio(bound, ratio));
    if (place->line)
        sw_findings_place(m->findings, place->file, place->line, place->function);
}

static void find_locks(struct maker *m)
{
    for (size_t i = 0; m->profile->whole.work && i < m->profile->n_locks && i < MOST_LOCKS; i++)
        find_lock(m, i);
}

static void find_no_length(struct maker *m)
{
    sw_findings_add(
        m->findings, SW_FINDING_METER, SW_INFO, SW_NO_SITE,
        "these figures count %s, not time: they tell where those are (the most first with "
        "'spanwise report --sort=local-work'), but nothing of speedups; 'spanwise run "
        "--meter=time' does",
        m->units->unit);
}

/* Whether one of them is what the span is made of: then its figures are what the report is about. */
static bool takes_much(const struct maker *m)
{
    const struct sw_profile *p = m->profile;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *site = &p->sites[i];
        if ((double)site->on_span.local.span < SW_SPAN_SHARE * (double)p->whole.span)
            continue;
        for (size_t k = 0; k < p->n_unpatched; k++)
            if (!sw_place_compare(&site->callee_place, &p->unpatched[k].place))
                return true;
    }
    return false;
}

static void find_budget(struct maker *m)
{
    const struct sw_profile *p = m->profile;
    int several = p->n_unpatched > 1;
    char others[64] = "", calls[SW_UNITS_SIZE];
    if (p->n_unpatched == 0)
        return;
    if (several)
        snprintf(others, sizeof others, ", and %zu other function%s", p->n_unpatched - 1,
                 p->n_unpatched == 2 ? "" : "s");
    sw_findings_add(
        m->findings, SW_FINDING_BUDGET, takes_much(m) ? SW_WARNING : SW_INFO, SW_NO_SITE,
        "the budget took out '%s', after %s calls%s: %s called often, for little time "
        "each; later calls count as code of the callers, so %s own figures are too low "
        "('spanwise run --budget=none' keeps %s)",
        sw_string(p->unpatched[0].place.function), sw_units_count(p->unpatched[0].calls, calls),
        others, several ? "they are" : "it is", several ? "their" : "its", several ? "them" : "it");
}

/* What was added from there on is what to do first. */
static void move_to_front(struct sw_findings *f, size_t from)
{
    for (size_t to = 0; from < f->n; from++, to++) {
        struct sw_finding moved = f->items[from];
        memmove(&f->items[to + 1], &f->items[to], (from - to) * sizeof moved);
        f->items[to] = moved;
    }
}

int sw_findings_make(struct sw_findings *findings, const struct sw_profile *profile,
                     const struct sw_units *units)
{
    struct maker m = {findings, profile, units};
    *findings = (struct sw_findings){0};
    find_incomplete(&m);
    find_failed(&m);
    if (sw_profile_is_effort(profile))
        return findings->error;
    find_too_short(&m);
    find_check(&m);
    find_samples(&m);
    find_overhead(&m);
    if (profile->n_simulations) {
        if (!(profile->flags & SW_PROFILE_IN_REGION))
            sw_simulation_findings(findings, profile, units);
    } else if (sw_units_is_length(units)) {
        find_parallelism(&m);
        sw_span_findings(findings, profile, units, ample_processors(&m) >= PLENTY_PROCS);
        size_t first = findings->n;
        find_strands(&m);
        find_burden(&m);
        if (sw_grain_is_cause(findings, profile))
            move_to_front(findings, first);
        first = findings->n;
        find_locks(&m);
        if (first < findings->n && findings->items[first].severity == SW_ADVICE)
            move_to_front(findings, first);
    } else {
        find_no_length(&m);
    }
    find_budget(&m);
    sw_findings_arrange(findings);
    int error = findings->error;
    if (error)
        sw_findings_release(findings);
    return error;
}
