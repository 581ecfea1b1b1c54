/*
 * Measured speedups in words: first what to doubt, then whether the points are in the predicted
 * range, then what may have kept them below it. The prediction counts parallelism and grain, so
 * these are no causes any more; memory bandwidth and contention remain (Cilkview, Section 5), and
 * copies of the program, which share bandwidth but no locks, tell the two apart.
 */
#include "analysis/compare/scaling.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHORT_RUN_NS   10000000 /* below, the process' start and end are a large part */
#define WIDE_SPREAD    0.20     /* of the median */
#define OTHER_WORK     1.25     /* one worker's time over the profile's work, or the inverse */
#define ONE_BUSY       1.10     /* processors that were busy, on average: no more than one */
#define MORE_CPU       1.15     /* processor time over that of one worker: worth a word */
#define SLOWED_DOWN    1.10     /* copies that share something */
#define LOW_EFFICIENCY 0.50
#define LIST_SIZE      128

struct maker {
    struct sw_findings *findings;
    const struct sw_scaling *scaling;
    const struct sw_units *units;
};

/* "P = 2, 4, 8": those with the verdict, and how many they are. */
static size_t list(const struct sw_scaling *s, enum sw_agreement verdict, char *text)
{
    size_t n = 0, at = (size_t)snprintf(text, LIST_SIZE, "P =");
    for (size_t i = 0; i < s->n_points; i++) {
        const struct sw_point *p = &s->points[i];
        if (p->verdict != verdict || !p->n_trials)
            continue;
        if (at < LIST_SIZE - 32)
            at += (size_t)snprintf(text + at, LIST_SIZE - at, "%s %" PRIu64, n ? "," : "",
                                   p->workers);
        else if (text[at - 1] != '.')
            at += (size_t)snprintf(text + at, LIST_SIZE - at, ", ...");
        n++;
    }
    return n;
}

static void find_stopped(struct maker *m)
{
    const struct sw_scaling *s = m->scaling;
    size_t n = 0;
    for (size_t i = 0; i < s->n_points; i++)
        n += s->points[i].n_trials;
    if (s->stopped)
        sw_findings_add(m->findings, SW_FINDING_INCOMPLETE, SW_WARNING, SW_NO_SITE,
                        "%s: %zu of %" PRIu64 " trials were measured, and count here", s->stopped,
                        n, s->trials * s->n_points);
}

static int same_arguments(char *const *a, char *const *b)
{
    while (*a && *b && !strcmp(*a, *b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

static void find_other_profile(struct maker *m)
{
    const struct sw_scaling *s = m->scaling;
    const struct sw_profile *p = s->profile;
    uint64_t base = s->points[0].median_ns;
    char took[SW_UNITS_SIZE], work[SW_UNITS_SIZE];
    if (!p)
        return;
    if (s->profile_path && p->args && *p->args && *s->argv &&
        !same_arguments(p->args + 1, s->argv + 1))
        sw_findings_add(
            m->findings, SW_FINDING_PROFILE, SW_WARNING, SW_NO_SITE,
            "the profile '%s' is of a run with other arguments: its range may not hold here",
            s->profile_path);
    if (p->flags & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED))
        sw_findings_add(m->findings, SW_FINDING_PROFILE, SW_WARNING, SW_NO_SITE,
                        "the profile is incomplete: the range is of what ran until its last event");
    if (strcmp(sw_string(p->unit), "ns") || !base || !p->whole.work)
        return;
    double ratio = (double)base / (double)p->whole.work;
    if (ratio > OTHER_WORK || ratio < 1 / OTHER_WORK)
        sw_findings_add(
            m->findings, SW_FINDING_PROFILE, SW_WARNING, SW_NO_SITE,
            "one worker takes %s, the profile has a work of %s: %s",
            sw_units_cost(m->units, base, took), sw_units_cost(m->units, p->whole.work, work),
            ratio > 1 ? "the range leaves out the difference (the process' start and end, waiting, "
                        "the scheduler), or the profile is of another run"
                      : "the profile is of another run, or the profiler disturbed it");
}

static void find_doubts(struct maker *m)
{
    const struct sw_scaling *s = m->scaling;
    const struct sw_point *widest = NULL;
    double spread = WIDE_SPREAD;
    char took[SW_UNITS_SIZE], share[SW_UNITS_SIZE];
    for (size_t i = 0; i < s->n_points; i++) {
        const struct sw_point *p = &s->points[i];
        double own = p->n_trials ? (double)(p->most_ns - p->least_ns) / (double)p->median_ns : 0;
        if (own > spread) {
            spread = own;
            widest = p;
        }
    }
    if (s->points[0].n_trials && s->points[0].median_ns < SHORT_RUN_NS)
        sw_findings_add(
            m->findings, SW_FINDING_TOO_SHORT, SW_WARNING, SW_NO_SITE,
            "the run is short: with one worker it takes %s, much of which is the process' start "
            "and "
            "end; give it more to do",
            sw_units_cost(m->units, s->points[0].median_ns, took));
    else if (s->trials == 1 && s->n_points > 1)
        sw_findings_add(
            m->findings, SW_FINDING_NOISE, SW_WARNING, SW_NO_SITE,
            "one trial of each: whether the next would be the same is not known; --trials=N makes "
            "more");
    else if (widest)
        sw_findings_add(
            m->findings, SW_FINDING_NOISE, SW_WARNING, SW_NO_SITE,
            "the trials differ: at P = %" PRIu64
            " by %s of the median; more trials (--trials=N) or a quieter machine would tell more",
            widest->workers, sw_units_percent(spread, share));
}

static void find_crowded(struct maker *m)
{
    char which[LIST_SIZE];
    uint64_t n = m->scaling->processors;
    if (list(m->scaling, SW_AGREEMENT_CROWDED, which))
        sw_findings_add(m->findings, SW_FINDING_CROWDED, SW_WARNING, SW_NO_SITE,
                        "%s: this process may use %" PRIu64
                        " processor%s (affinity and control group); "
                        "workers took turns on %s, so these are times, "
                        "not speedups on so many processors",
                        which, n, n == 1 ? "" : "s", n == 1 ? "it" : "them");
}

static void find_alone(struct maker *m)
{
    const struct sw_scaling *s = m->scaling;
    if (!s->points[0].n_trials)
        sw_findings_add(
            m->findings, SW_FINDING_MEASURED, SW_WARNING, SW_NO_SITE,
            "no run with one worker was measured, so there is nothing to take a speedup over");
    else
        sw_findings_add(m->findings, SW_FINDING_MEASURED, SW_INFO, SW_NO_SITE,
                        "only one worker was measured: there is no speedup to judge");
}

static void find_speedup(struct maker *m, const struct sw_point *best)
{
    char speedup[SW_UNITS_SIZE], share[SW_UNITS_SIZE];
    sw_units_ratio(best->speedup, speedup);
    sw_units_percent(best->efficiency, share);
    sw_findings_add(m->findings, SW_FINDING_MEASURED, SW_INFO, SW_NO_SITE,
                    "%" PRIu64
                    " workers are %s times as fast as one (%s of linear speedup); there is no "
                    "prediction to compare with",
                    best->workers, speedup, share);
}

/* What the prediction knows of. */
static const char *counted(const struct maker *m)
{
    return sw_scaling_is_simulated(m->scaling)
               ? "serial code, imbalance, locks and what the runtime costs, which were simulated,"
               : "parallelism and the cost of scheduling";
}

static void find_within(struct maker *m, const struct sw_point *widest, size_t n)
{
    const struct sw_figures *whole = &m->scaling->profile->whole;
    char speedup[SW_UNITS_SIZE], share[SW_UNITS_SIZE], parallelism[SW_UNITS_SIZE],
        lower[SW_UNITS_SIZE];
    int low = widest->efficiency < LOW_EFFICIENCY && !sw_scaling_is_simulated(m->scaling);
    sw_findings_add(
        m->findings, SW_FINDING_MEASURED, low ? SW_ADVICE : SW_INFO, SW_NO_SITE,
        "%s in the predicted range: %s explain what was "
        "measured; %" PRIu64 " workers are %s times as fast as one (%s of linear speedup)%s%s%s%s",
        n == 1 ? "the measured point is" : "all measured points are", counted(m), widest->workers,
        sw_units_ratio(widest->speedup, speedup), sw_units_percent(widest->efficiency, share),
        low ? "; a parallelism of " : "",
        low ? sw_units_ratio(sw_parallelism(whole->work, whole->span), parallelism) : "",
        low ? " promises no more than " : "", low ? sw_units_ratio(widest->lower, lower) : "");
}

/* Some rounds are in the range, and the median is not. */
static void find_doubtful(struct maker *m, const struct sw_point *p)
{
    char speedup[SW_UNITS_SIZE], least[SW_UNITS_SIZE], most[SW_UNITS_SIZE], lower[SW_UNITS_SIZE],
        upper[SW_UNITS_SIZE];
    sw_findings_add(
        m->findings, SW_FINDING_MEASURED, SW_INFO, SW_NO_SITE,
        "%" PRIu64 " workers are %s times as fast as one, %s to %s in the rounds; predicted is %s "
        "to %s: they differ too much to tell whether it is %s",
        p->workers, sw_units_ratio(p->speedup, speedup), sw_units_ratio(p->least_speedup, least),
        sw_units_ratio(p->most_speedup, most), sw_units_ratio(p->lower, lower),
        sw_units_ratio(p->upper, upper), p->speedup < p->lower ? "below" : "above");
}

static void find_above(struct maker *m, const char *which, size_t n)
{
    sw_findings_add(
        m->findings, SW_FINDING_MEASURED, SW_ADVICE, SW_NO_SITE,
        "%s: above the predicted range in all rounds, which work and span do not allow: together "
        "the workers have more cache than one, the work depends on the schedule (a search that "
        "ends early), or the profile does not fit %s",
        which, n == 1 ? "this run" : "these runs");
}

static void find_below(struct maker *m, const char *which, size_t n)
{
    char others[LIST_SIZE];
    size_t within = list(m->scaling, SW_AGREEMENT_WITHIN, others);
    sw_findings_add(m->findings, SW_FINDING_MEASURED, SW_ADVICE, SW_NO_SITE,
                    "%s: below the predicted range in all rounds, so %s slower than %s explain%s%s",
                    which, n == 1 ? "it is" : "they are", counted(m), within ? "; in it: " : "",
                    within ? others : "");
}

/* The widest of those below: there the causes weigh most. */
static const struct sw_point *widest_below(const struct sw_scaling *s)
{
    const struct sw_point *widest = NULL;
    for (size_t i = 0; i < s->n_points; i++)
        if (s->points[i].verdict == SW_AGREEMENT_BELOW)
            widest = &s->points[i];
    return widest;
}

static double busy(const struct sw_point *p)
{
    return (double)p->median_cpu_ns / (double)p->median_ns;
}

static void find_idle(struct maker *m, const struct sw_point *p)
{
    char processors[SW_UNITS_SIZE];
    sw_findings_add(m->findings, SW_FINDING_CAUSES, SW_ADVICE, SW_NO_SITE,
                    "with %" PRIu64
                    " workers no more than one processor was busy, %s on average: it ran as if "
                    "serially; does it heed CILK_NWORKERS or OMP_NUM_THREADS, do its workers sleep "
                    "(for locks, input or output), "
                    "or did other programs have the processors? Memory bandwidth is not the cause",
                    p->workers, sw_units_ratio(busy(p), processors));
}

static void find_causes(struct maker *m, const struct sw_point *p)
{
    char cpu[SW_UNITS_SIZE];
    uint64_t one = m->scaling->points[0].median_cpu_ns;
    double more = one ? (double)p->median_cpu_ns / (double)one : 1;
    const char *remain = sw_scaling_is_simulated(m->scaling)
                             ? "what remains is memory bandwidth, or contention: false sharing"
                             : "what remains is memory bandwidth, or contention: locks, false "
                               "sharing, the scheduler";
    const char *test =
        m->scaling->copies.n_trials ? "" : "; 'spanwise bench --copies' tells these two apart";
    if (busy(p) < ONE_BUSY)
        find_idle(m, p);
    else if (more > MORE_CPU)
        sw_findings_add(m->findings, SW_FINDING_CAUSES, SW_ADVICE, SW_NO_SITE,
                        "%s; %" PRIu64
                        " workers take %s times the processor time of one, so they spin, or "
                        "each instruction takes longer%s",
                        remain, p->workers, sw_units_ratio(more, cpu), test);
    else
        sw_findings_add(m->findings, SW_FINDING_CAUSES, SW_ADVICE, SW_NO_SITE,
                        "%s; %" PRIu64
                        " workers take no more processor time than one, so they rather wait "
                        "than run slower%s",
                        remain, p->workers, test);
}

/* What bandwidth alone would leave of the predicted lower bound, where that many were measured. */
static const char *enough(const struct maker *m)
{
    const struct sw_copies *c = &m->scaling->copies;
    for (size_t i = 0; i < m->scaling->n_points; i++) {
        const struct sw_point *p = &m->scaling->points[i];
        if (p->workers == c->copies && p->verdict == SW_AGREEMENT_BELOW)
            return p->most_speedup * c->most_slowdown >= p->lower
                       ? ", and that is enough to explain the speedup"
                       : ", which explains a part of what is missing: contention (locks, false "
                         "sharing, the scheduler) remains too";
    }
    return "";
}

/* Judged as the points are: it is so only if all rounds say so. */
static void find_copies(struct maker *m)
{
    const struct sw_copies *c = &m->scaling->copies;
    int below = sw_scaling_is_below(m->scaling);
    char slowdown[SW_UNITS_SIZE], least[SW_UNITS_SIZE], most[SW_UNITS_SIZE];
    const char *meaning, *rest = "";
    enum sw_finding_kind kind = SW_FINDING_COPIES;
    enum sw_severity severity = SW_INFO;
    if (!c->n_trials)
        return;
    if (c->least_slowdown >= SLOWED_DOWN) {
        meaning = "they share memory bandwidth or caches (or a core, or its clock)";
        rest = enough(m);
        severity = SW_ADVICE;
    } else if (c->most_slowdown < SLOWED_DOWN) {
        meaning = "memory bandwidth is not the limit";
        if (below) {
            rest = "; contention remains: locks, false sharing, the scheduler";
            kind = SW_FINDING_CONTENTION;
            severity = SW_ADVICE;
        }
    } else {
        meaning = "the rounds differ too much to tell whether they share memory bandwidth or "
                  "caches; more trials (--trials=N) or a quieter machine would";
    }
    sw_findings_add(
        m->findings, kind, severity, SW_NO_SITE,
        "%" PRIu64
        " copies at once, one worker each, take %s times as long as one alone (%s..%s): %s%s",
        c->copies, sw_units_ratio(c->slowdown, slowdown), sw_units_ratio(c->least_slowdown, least),
        sw_units_ratio(c->most_slowdown, most), meaning, rest);
}

static void find_measured(struct maker *m)
{
    const struct sw_scaling *s = m->scaling;
    const struct sw_point *widest = sw_scaling_widest(s);
    char below[LIST_SIZE], above[LIST_SIZE], within[LIST_SIZE];
    size_t n_below = list(s, SW_AGREEMENT_BELOW, below),
           n_above = list(s, SW_AGREEMENT_ABOVE, above);
    size_t n_within = list(s, SW_AGREEMENT_WITHIN, within);
    if (!widest || !s->points[0].n_trials)
        find_alone(m);
    else if (n_below + n_above + n_within == 0)
        find_speedup(m, widest);
    else if (n_below + n_above == 0 && !sw_point_is_central(widest))
        find_doubtful(m, widest);
    else if (n_below + n_above == 0)
        find_within(m, widest, n_within);
    if (n_above)
        find_above(m, above, n_above);
    if (n_below) {
        find_below(m, below, n_below);
        find_causes(m, widest_below(s));
    }
}

/* What the profile says by itself of work and span: doubts, or the rest. */
/* Whether it is about what the prediction rests on; all else is of how the profile was made. */
static int explains(const struct sw_finding *f)
{
    return (f->kind >= SW_FINDING_OVERHEAD && f->kind <= SW_FINDING_BURDEN) ||
           (f->kind >= SW_FINDING_SCALES && f->kind <= SW_FINDING_KNEE);
}

static void find_prediction(struct maker *m, const struct sw_findings *own, int doubts)
{
    for (size_t i = 0; i < own->n; i++)
        if (explains(&own->items[i]) && (own->items[i].severity == SW_WARNING) == doubts)
            sw_findings_repeat(m->findings, &own->items[i]);
}

int sw_scaling_findings(struct sw_findings *findings, const struct sw_scaling *scaling,
                        const struct sw_units *units)
{
    struct maker m = {.findings = findings, .scaling = scaling, .units = units};
    const struct sw_profile *profile = scaling->profile;
    struct sw_findings own = {0};
    *findings = (struct sw_findings){0};
    if (profile)
        findings->error = sw_findings_make(
            &own, profile, &(struct sw_units){sw_string(profile->unit), units->utf8});
    find_stopped(&m);
    find_doubts(&m);
    find_other_profile(&m);
    find_prediction(&m, &own, 1);
    find_crowded(&m);
    find_measured(&m);
    find_copies(&m);
    if (sw_scaling_is_explained(scaling))
        find_prediction(&m, &own, 0);
    sw_findings_release(&own);
    int error = findings->error;
    if (error)
        sw_findings_release(findings);
    return error;
}
