#include "analysis/conclusion.h"

#include "analysis/bounds.h"
#include "analysis/simulation.h"
#include "analysis/sites.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TYPICAL 16 /* processors that a speedup is told for */

struct maker {
    struct sw_conclusion *conclusion;
    const struct sw_profile *profile;
    const struct sw_findings *findings;
    const struct sw_units *units;
    bool failed;
};

__attribute__((format(printf, 2, 3))) static void say(struct maker *m, const char *format, ...)
{
    struct sw_conclusion *c = m->conclusion;
    va_list args;
    if (c->n == SW_CONCLUSION_MOST)
        return;
    va_start(args, format);
    if (vasprintf(&c->sentences[c->n], format, args) < 0)
        m->failed = true;
    else
        c->n++;
    va_end(args);
}

/* A finding as a sentence: "too little parallelism: ..." becomes "Too little parallelism: ... ." */
static void say_finding(struct maker *m, const struct sw_finding *f, const char *before)
{
    char first = *before ? *f->text : (char)toupper((unsigned char)*f->text);
    say(m, "%s%c%s.", before, first, f->text + 1);
}

/* Whether a figure of the report may be wrong, and not only the program slow. */
static bool is_doubt(const struct sw_finding *f)
{
    return f->severity == SW_WARNING;
}

static enum sw_obstacle obstacle_of(const struct sw_finding *f)
{
    switch (f->kind) {
    case SW_FINDING_SERIAL:
    case SW_FINDING_PARALLELISM:
    case SW_FINDING_SPAN:
    case SW_FINDING_OUTSIDE:
    case SW_FINDING_SERIAL_CODE:
    case SW_FINDING_IMBALANCE:
    case SW_FINDING_STRATEGY:
    case SW_FINDING_THREADS:
    case SW_FINDING_BALANCE:
        return SW_OBSTACLE_PARALLELISM;
    case SW_FINDING_STRANDS:
    case SW_FINDING_BURDEN:
    case SW_FINDING_GRAIN:
        return SW_OBSTACLE_GRAIN;
    case SW_FINDING_LOCK:
        return SW_OBSTACLE_CONTENTION;
    case SW_FINDING_MEMORY:
    case SW_FINDING_COPIES:
    case SW_FINDING_INFLATION:
    case SW_FINDING_INFLATED_SITE:
        return SW_OBSTACLE_MEMORY;
    case SW_FINDING_SCALES:
        return SW_OBSTACLE_NONE;
    default:
        return SW_OBSTACLE_UNKNOWN;
    }
}

static const struct sw_finding *first_of(const struct maker *m, enum sw_finding_kind kind)
{
    for (size_t i = 0; i < m->findings->n; i++)
        if (m->findings->items[i].kind == kind)
            return &m->findings->items[i];
    return NULL;
}

static void point_at(struct maker *m, const struct sw_finding *f)
{
    struct sw_conclusion *c = m->conclusion;
    c->site = f->site;
    c->file = sw_string(f->file);
    c->function = sw_string(f->function);
    c->line = f->line;
    if (f->site == SW_NO_SITE)
        return;
    const struct sw_site *site = &m->profile->sites[f->site];
    const struct sw_place *place =
        site->caller_place.line ? &site->caller_place : &site->callee_place;
    c->file = sw_string(place->file);
    c->function = sw_string(place->function);
    c->line = place->line;
}

/* What to distrust, with the sentences that it is about. */
static void conclude_doubts(struct maker *m)
{
    for (size_t i = 0; i < m->findings->n; i++)
        if (is_doubt(&m->findings->items[i])) {
            say_finding(m, &m->findings->items[i], "With a caution: ");
            return;
        }
}

/* --- by work and span --- */

static void conclude_bound(struct maker *m)
{
    const struct sw_figures *whole = &m->profile->whole;
    double parallelism = sw_parallelism(whole->work, whole->span);
    struct sw_speedup typical = sw_speedup_bounds(whole, TYPICAL);
    char work[SW_UNITS_SIZE], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], most[SW_UNITS_SIZE];
    sw_units_spoken(m->units, whole->work, work);
    sw_units_ratio(parallelism, most);
    if (!whole->spawns)
        say(m,
            "This run is serial: nothing of its %s of work can be done at the same time, so more "
            "processors do not help.",
            work);
    else
        say(m,
            "At most %s times as fast as on one processor, however many there are; on %d, expect "
            "%s to %s.",
            most, TYPICAL, sw_units_ratio(typical.lower, a), sw_units_ratio(typical.upper, b));
}

static double share_of_span(const struct maker *m, const struct sw_finding *f)
{
    uint64_t span = m->profile->whole.span, own = 0;
    const struct sw_site *at = &m->profile->sites[f->site];
    for (size_t i = 0; i < m->profile->n_sites; i++)
        if (!sw_site_compare_callees(at, &m->profile->sites[i]) || i == f->site)
            own += m->profile->sites[i].on_span.local.span;
    return span ? (double)own / (double)span : 0;
}

/* Which call makes up the critical path, and what is left without it. */
static void conclude_holder(struct maker *m, const struct sw_finding *f)
{
    const struct sw_figures *whole = &m->profile->whole;
    char place[SW_SITE_TEXT], now[SW_UNITS_SIZE], then[SW_UNITS_SIZE];
    double share = share_of_span(m, f), left = (double)whole->span * (1 - share);
    const struct sw_site *site = &m->profile->sites[f->site];
    bool is_serial = f->kind == SW_FINDING_OUTSIDE;
    say(m, "What holds it back is too little parallelism: %.0f%% of the critical path is %s%s.",
        share < 1 ? fmin(99, round(100 * share)) : 100,
        is_serial && sw_site_is_main(site) ? "code of main itself"
        : is_serial                        ? "serial code"
                                           : "",
        is_serial ? ", outside of all that is parallel" : sw_site_describe(site, place));
    if (left >= 1)
        say(m, "Were that perfectly parallel, the bound of %s would become %s: begin there.",
            sw_units_ratio(sw_parallelism(whole->work, whole->span), now),
            sw_units_ratio((double)whole->work / left, then));
    point_at(m, f);
}

static bool has_advice(const struct sw_finding *f)
{
    return f && f->severity == SW_ADVICE;
}

static void conclude_grain(struct maker *m, const struct sw_finding *f)
{
    m->conclusion->obstacle = SW_OBSTACLE_GRAIN;
    say_finding(m, f, "What holds it back is too fine a grain: ");
    point_at(m, f);
}

static void conclude_span(struct maker *m)
{
    const struct sw_finding *little = first_of(m, SW_FINDING_PARALLELISM),
                            *holder = first_of(m, SW_FINDING_SPAN),
                            *outside = first_of(m, SW_FINDING_OUTSIDE),
                            *strands = first_of(m, SW_FINDING_STRANDS),
                            *burden = first_of(m, SW_FINDING_BURDEN);
    if (outside && (!holder || outside < holder))
        holder = outside;
    conclude_bound(m);
    if (m->profile->whole.spawns && !has_advice(little) && (strands || burden)) {
        conclude_grain(m, strands ? strands : burden);
    } else if (!m->profile->whole.spawns || has_advice(little) || has_advice(holder)) {
        m->conclusion->obstacle = SW_OBSTACLE_PARALLELISM;
        if (m->profile->whole.spawns && holder)
            conclude_holder(m, holder);
    } else {
        m->conclusion->obstacle = SW_OBSTACLE_NONE;
        if (little)
            say_finding(m, little, "");
    }
}

/* --- by what was found --- */

static void conclude_simulation(struct maker *m)
{
    const struct sw_simulation *last = &m->profile->simulations[m->profile->n_simulations - 1];
    char speedup[SW_UNITS_SIZE], time[SW_UNITS_SIZE];
    if (last->time)
        say(m,
            "On %" PRIu64
            " processors this program is predicted to run %s times as fast as on one, in %s.",
            last->processors, sw_units_ratio((double)last->work / (double)last->time, speedup),
            sw_units_spoken(m->units, last->time, time));
}

static void conclude_effort(struct maker *m)
{
    const struct sw_finding *whole = first_of(m, SW_FINDING_EFFORT);
    if (whole)
        say_finding(m, whole, "");
    if (whole && whole->severity == SW_INFO)
        m->conclusion->obstacle = SW_OBSTACLE_NONE;
}

/* An advice that names a cause, or that it scales. */
static bool is_chief(const struct sw_finding *f)
{
    enum sw_obstacle obstacle = obstacle_of(f);
    return obstacle == SW_OBSTACLE_NONE || (has_advice(f) && obstacle != SW_OBSTACLE_UNKNOWN);
}

/* The one that is worth most; where none says, the first. */
static void conclude_chief(struct maker *m)
{
    const struct sw_finding *chief = NULL;
    for (size_t i = 0; i < m->findings->n; i++) {
        const struct sw_finding *f = &m->findings->items[i];
        if (is_chief(f) && (!chief || f->worth > chief->worth))
            chief = f;
    }
    if (!chief)
        return;
    m->conclusion->obstacle = obstacle_of(chief);
    say_finding(m, chief, "");
    point_at(m, chief);
}

static bool is_nothing(const struct sw_profile *p)
{
    return !p->whole.work && !p->n_simulations && !sw_profile_is_effort(p);
}

static void begin(struct sw_conclusion *conclusion)
{
    *conclusion = (struct sw_conclusion){.site = SW_NO_SITE, .file = "", .function = ""};
}

static int end(struct maker *m)
{
    if (m->failed)
        sw_conclusion_release(m->conclusion);
    return m->failed ? -ENOMEM : 0;
}

static const struct sw_finding *find_growth(const struct sw_findings *findings)
{
    for (size_t i = 0; i < findings->n; i++)
        if (findings->items[i].kind == SW_FINDING_INFLATED_SITE && has_advice(&findings->items[i]))
            return &findings->items[i];
    return NULL;
}

int sw_conclusion_make(struct sw_conclusion *conclusion, const struct sw_profile *profile,
                       const struct sw_findings *findings, const struct sw_units *units)
{
    struct maker m = {conclusion, profile, findings, units, false};
    const struct sw_finding *grown = find_growth(findings);
    begin(conclusion);
    if (is_nothing(profile)) {
        say(&m, "Nothing was measured.");
    } else if (sw_profile_is_effort(profile)) {
        conclude_effort(&m);
        conclude_chief(&m);
    } else if (profile->n_simulations) {
        conclude_simulation(&m);
        conclude_chief(&m);
    } else if (!sw_units_is_length(units)) {
        say(&m,
            "These figures count %s, not time: they tell where those are, and nothing of "
            "speedups.",
            units->unit);
    } else if (grown) {
        conclude_bound(&m);
        conclusion->obstacle = SW_OBSTACLE_MEMORY;
        say_finding(&m, grown, "");
        point_at(&m, grown);
    } else {
        conclude_span(&m);
    }
    conclude_doubts(&m);
    return end(&m);
}

/* Up to two sentences of that kind. */
static void say_some(struct maker *m, enum sw_finding_kind kind)
{
    int n = 0;
    for (size_t i = 0; i < m->findings->n && n < 2; i++)
        if (m->findings->items[i].kind == kind && !is_doubt(&m->findings->items[i])) {
            say_finding(m, &m->findings->items[i], "");
            n++;
        }
}

int sw_conclusion_of_findings(struct sw_conclusion *conclusion, const struct sw_profile *profile,
                              const struct sw_findings *findings)
{
    struct maker m = {.conclusion = conclusion, .profile = profile, .findings = findings};
    begin(conclusion);
    if (first_of(&m, SW_FINDING_CHANGE)) {
        conclusion->obstacle = SW_OBSTACLE_COMPARED;
        say_some(&m, SW_FINDING_CHANGE);
    } else {
        say_some(&m, SW_FINDING_BEST);
        say_some(&m, SW_FINDING_MEASURED);
        conclude_chief(&m);
    }
    conclude_doubts(&m);
    return end(&m);
}

void sw_conclusion_release(struct sw_conclusion *conclusion)
{
    for (size_t i = 0; i < conclusion->n; i++)
        free(conclusion->sentences[i]);
    conclusion->n = 0;
}

const char *sw_obstacle_name(enum sw_obstacle obstacle)
{
    static const char *const names[] = {"unknown", "none",       "parallelism", "grain",
                                        "memory",  "contention", "comparison"};
    return names[obstacle];
}
