/*
 * Work inflation in words: first whether the two runs are the same thing at all, then how much the
 * work grew, where, and what makes the same instructions take longer.
 */
#include "analysis/compare/match.h"
#include "analysis/effort/inflation.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_HOLDERS 3

struct maker {
    struct sw_findings *findings;
    const struct sw_inflation *inflation;
    const struct sw_units *units;
};

/* The inflated sites that call one function, or are one loop. Local work adds up over them. */
struct group {
    const struct sw_growth *first; /* the one that grew most */
    size_t n;
    int counts_differ;
    uint64_t serial, parallel;
    int64_t excess;
};

#define DOUBT(m, ...) \
    sw_findings_add(m->findings, SW_FINDING_COMPARISON, SW_WARNING, SW_NO_SITE, __VA_ARGS__)

static void doubt_runs(struct maker *m)
{
    const struct sw_profile *s = m->inflation->serial, *p = m->inflation->parallel;
    char there[SW_ARGUMENTS_TEXT], here[SW_ARGUMENTS_TEXT], work[SW_UNITS_SIZE];
    if (!sw_profile_is_parallel(p))
        DOUBT(m, "both profiles are of serial runs: what differs between them is noise, or the two "
                 "did different things; 'spanwise run --workers=N' measures a parallel run");
    if (!sw_same_arguments(s, p))
        DOUBT(m,
              "the runs have different arguments, '%s' in the serial one and '%s' here: they did "
              "different things, and what grew need not be inflation",
              sw_join_arguments(s->args, there), sw_join_arguments(p->args, here));
    if ((s->flags | p->flags) & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED))
        DOUBT(m, "not both runs are complete: each is compared up to its last event");
    if (!strcmp(m->units->unit, "ns") && s->whole.work < SW_SHORT_RUN_NS)
        DOUBT(m, "the serial run is too short to compare with: %s of work",
              sw_units_spoken(m->units, s->whole.work, work));
    if (strcmp(sw_string(s->host), sw_string(p->host)))
        DOUBT(m,
              "the runs were measured on different machines, '%.100s' and '%.100s': what grew may "
              "be the machines' difference",
              sw_string(s->host), sw_string(p->host));
}

static void doubt_sites(struct maker *m)
{
    const struct sw_profile *s = m->inflation->serial, *p = m->inflation->parallel;
    if (strcmp(sw_string(s->level), sw_string(p->level)))
        DOUBT(m,
              "the profiles have different levels, '%.30s' and '%.30s', so a call counts as a site "
              "in one and as its caller's code in the other: only the whole program compares",
              sw_string(s->level), sw_string(p->level));
    else if (s->n_unpatched || p->n_unpatched)
        DOUBT(m,
              "the budget took out functions (%zu in the serial run, %zu here), whose work is "
              "their callers' from then on: what a site grew by may be another's; with 'spanwise "
              "run --budget=none', both times, it is not",
              s->n_unpatched, p->n_unpatched);
    if (sw_match_builds(s, p) == SW_DIFFERENT)
        DOUBT(m, "the program was built anew between the runs (its build-id differs): call sites "
                 "are matched by names and lines, and the code may have changed");
}

static int is_large(const struct maker *m, uint64_t work)
{
    return (double)work > SW_INFLATION_LEAST * (double)m->inflation->work.before;
}

/* Those that matter: a small site that ran once more changes nothing. */
static void doubt_counts(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    const struct sw_growth *largest = NULL;
    size_t n = 0;
    char place[SW_SITE_TEXT], there[SW_UNITS_SIZE], here[SW_UNITS_SIZE], more[48] = "";
    for (size_t i = 0; i < f->n_sites; i++) {
        const struct sw_growth *g = &f->sites[i];
        if (!g->counts_differ ||
            (!is_large(m, g->local_work.before) && !is_large(m, g->local_work.after)))
            continue;
        n++;
        if (!largest || g->local_work.after > largest->local_work.after)
            largest = g;
    }
    if (!largest)
        return;
    if (n > 1)
        snprintf(more, sizeof more, ", and %zu more sites", n - 1);
    sw_findings_add(
        m->findings, SW_FINDING_COMPARISON, SW_WARNING, largest->index,
        "the runs did different things (other input, or the program's work depends on the "
        "schedule): %s, ran %s times in the serial run and %s times here%s; inflation is what "
        "invocations took longer",
        sw_site_describe(&largest->site, place), sw_units_count(largest->count.before, there),
        sw_units_count(largest->count.after, here), more);
}

static void doubt_unmatched(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    char there[SW_UNITS_SIZE], here[SW_UNITS_SIZE];
    if (!is_large(m, f->serial_only.local_work) && !is_large(m, f->parallel_only.local_work))
        return;
    DOUBT(m,
          "not all sites are in both profiles: %zu with %s of work are in the serial one only, %zu "
          "with %s in this one only",
          f->serial_only.n, sw_units_spoken(m->units, f->serial_only.local_work, there),
          f->parallel_only.n, sw_units_spoken(m->units, f->parallel_only.local_work, here));
}

static void find_growth(struct maker *m, double ratio)
{
    const struct sw_inflation *f = m->inflation;
    char times[SW_UNITS_SIZE], serial[SW_UNITS_SIZE], parallel[SW_UNITS_SIZE];
    char bound[SW_UNITS_SIZE], text[160] = "";
    if (isfinite(f->most_speedup))
        snprintf(text, sizeof text,
                 "; so %" PRIu64 " workers are at most %s times as fast as the serial run (a "
                 "bound)",
                 f->parallel->circumstances.workers, sw_units_ratio(f->most_speedup, bound));
    sw_findings_add(
        m->findings, SW_FINDING_INFLATION, SW_ADVICE, SW_NO_SITE,
        "work inflation: the work is %s times that of the serial run (%s there, %s here)%s",
        sw_units_ratio(ratio, times), sw_units_spoken(m->units, f->work.before, serial),
        sw_units_spoken(m->units, f->work.after, parallel), text);
}

static void find_whole(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    double ratio = sw_change_ratio(&f->work);
    char times[SW_UNITS_SIZE];
    sw_units_ratio(ratio, times);
    if (!isfinite(ratio))
        sw_findings_add(m->findings, SW_FINDING_INFLATION, SW_INFO, SW_NO_SITE,
                        "the serial run has no work to compare with");
    else if (ratio > 1 + SW_INFLATION_NOISE)
        find_growth(m, ratio);
    else if (ratio < 1 / (1 + SW_INFLATION_NOISE))
        sw_findings_add(
            m->findings, SW_FINDING_INFLATION, SW_INFO, SW_NO_SITE,
            "the work shrank to %s times that of the serial run: together the workers have more "
            "cache than one, the work depends on the schedule (a search that ends early), or the "
            "serial run was disturbed",
            times);
    else if (f->n_inflated)
        sw_findings_add(
            m->findings, SW_FINDING_INFLATION, SW_INFO, SW_NO_SITE,
            "the work in all is %s times that of the serial run, which may be noise (two "
            "measurements of the same may differ by %.0f%%), but not that of all sites",
            times, 100 * SW_INFLATION_NOISE);
    else
        sw_findings_add(
            m->findings, SW_FINDING_INFLATION, SW_INFO, SW_NO_SITE,
            "nothing grew: the work is %s times that of the serial run (two measurements of the "
            "same may differ by %.0f%%), so memory bandwidth, shared caches and contention are not "
            "what costs speedup; if it is low, that is too little parallelism, the cost of "
            "scheduling, or workers that wait: 'spanwise bench' compares it with the prediction",
            times, 100 * SW_INFLATION_NOISE);
}

static void add_to_group(struct group *groups, size_t *n, const struct sw_growth *g)
{
    size_t i = 0;
    while (i < *n && sw_site_compare_callees(&groups[i].first->site, &g->site))
        i++;
    if (i == *n)
        groups[(*n)++] = (struct group){.first = g};
    groups[i].n++;
    groups[i].counts_differ |= g->counts_differ;
    groups[i].serial += g->local_work.before;
    groups[i].parallel += g->local_work.after;
    groups[i].excess += g->excess;
}

static int compare_groups(const void *a, const void *b)
{
    int64_t x = ((const struct group *)a)->excess, y = ((const struct group *)b)->excess;
    return (x < y) - (x > y);
}

/* Of all that grew; what shrank meanwhile does not count. */
static double share_of_growth(const struct sw_inflation *f, int64_t excess)
{
    double all = 0;
    for (size_t i = 0; i < f->n_sites; i++)
        if (f->sites[i].runs == SW_IN_BOTH && f->sites[i].excess > 0)
            all += (double)f->sites[i].excess;
    return (double)excess / all;
}

static void find_group(struct maker *m, const struct group *g)
{
    char place[SW_SITE_TEXT], times[SW_UNITS_SIZE], serial[SW_UNITS_SIZE], parallel[SW_UNITS_SIZE];
    char more[48] = "", share[SW_UNITS_SIZE];
    if (g->n > 1)
        snprintf(more, sizeof more, " and at %zu other site%s", g->n - 1, g->n == 2 ? "" : "s");
    double expected = (double)g->parallel - (double)g->excess;
    sw_findings_add(
        m->findings, SW_FINDING_INFLATED_SITE, SW_ADVICE, g->first->index,
        "%s%s: its own code takes %s times as long as in the serial run%s (%s there, %s here; %s "
        "of all that grew)",
        sw_site_name(&g->first->site, place), more,
        sw_units_ratio(expected > 0 ? (double)g->parallel / expected : NAN, times),
        g->counts_differ ? ", as many invocations taken" : "",
        sw_units_spoken(m->units, g->serial, serial),
        sw_units_spoken(m->units, g->parallel, parallel),
        sw_units_percent(share_of_growth(m->inflation, g->excess), share));
}

static void find_sites(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    size_t n = 0;
    struct group *groups = malloc((f->n_inflated + 1) * sizeof *groups);
    if (!groups) {
        m->findings->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < f->n_sites; i++)
        if (f->sites[i].is_inflated)
            add_to_group(groups, &n, &f->sites[i]);
    qsort(groups, n, sizeof *groups, compare_groups);
    for (size_t i = 0; i < n && i < MOST_HOLDERS; i++)
        find_group(m, &groups[i]);
    free(groups);
    if (!n)
        sw_findings_add(
            m->findings, SW_FINDING_INFLATED_SITE, SW_INFO, SW_NO_SITE,
            "no call site by itself grew by more than noise and %.0f%% of the work: the growth is "
            "spread over many, or in code that only one of the profiles knows",
            100 * SW_INFLATION_LEAST);
}

static void find_causes(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    sw_findings_add(
        m->findings, SW_FINDING_CAUSES, SW_ADVICE, SW_NO_SITE,
        "%sthe same instructions took longer, so they waited: for memory bandwidth, for caches "
        "that workers share, or for each other (contention: locks, data that several workers "
        "write); "
        "'spanwise bench --copies' tells which: copies of the program with one worker each share "
        "bandwidth and caches, but no locks and no data, so if they slow each other down as much, "
        "it is bandwidth or caches, and if not, contention",
        f->n_counts_differ || !sw_same_arguments(f->serial, f->parallel)
            ? "as far as both runs did the same, "
            : "");
}

int sw_inflation_findings(struct sw_findings *findings, const struct sw_inflation *inflation,
                          const struct sw_units *units)
{
    struct maker m = {.findings = findings, .inflation = inflation, .units = units};
    doubt_runs(&m);
    doubt_sites(&m);
    doubt_counts(&m);
    doubt_unmatched(&m);
    if (!sw_profile_is_parallel(inflation->parallel))
        return findings->error; /* no workers, nobody to share with */
    find_whole(&m);
    if (inflation->n_inflated || sw_change_ratio(&inflation->work) > 1 + SW_INFLATION_NOISE) {
        find_sites(&m);
        find_causes(&m);
    }
    return findings->error;
}
