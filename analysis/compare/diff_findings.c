/* What changed, in words: first why the two may not compare, then parallelism, span, work, where. */
#include "analysis/compare/diff.h"
#include "analysis/compare/match.h"
#include "analysis/openmp/simulation.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/noise.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_REGIONS 3
#define LARGE_SHARE  0.10 /* of the whole: a site that changed by more is worth a word */

struct maker {
    struct sw_findings *findings;
    const struct sw_diff *diff;
    const struct sw_units *units;
};

#define DOUBT(m, ...) \
    sw_findings_add(m->findings, SW_FINDING_COMPARISON, SW_WARNING, SW_NO_SITE, __VA_ARGS__)

static int same_program(const struct sw_profile *a, const struct sw_profile *b)
{
    return sw_match_builds(a, b) == SW_SAME ||
           !strcmp(sw_base_name(sw_string(a->program)), sw_base_name(sw_string(b->program)));
}

static void doubt_programs(struct maker *m)
{
    const struct sw_profile *a = m->diff->before, *b = m->diff->after;
    char before[SW_ARGUMENTS_TEXT], after[SW_ARGUMENTS_TEXT];
    if (!same_program(a, b))
        DOUBT(m, "the profiles are of two programs, '%.100s' before and '%.100s' after",
              sw_string(a->program), sw_string(b->program));
    else if (!sw_same_arguments(a, b))
        DOUBT(m,
              "the runs have different arguments, '%s' before and '%s' after: they did different "
              "things",
              sw_join_arguments(a->args, before), sw_join_arguments(b->args, after));
    if ((a->flags | b->flags) & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED))
        DOUBT(m, "not both runs are complete: each is compared up to its last event");
}

/* "name, architecture, N processors": the part between the commas. */
static size_t architecture(const char *host, const char **at)
{
    const char *comma = strchr(host, ',');
    *at = comma ? comma + 1 + strspn(comma + 1, " ") : "";
    return strcspn(*at, ",");
}

static void doubt_machines(struct maker *m)
{
    const char *a = sw_string(m->diff->before->host), *b = sw_string(m->diff->after->host);
    const char *x, *y;
    size_t x_size = architecture(a, &x), y_size = architecture(b, &y);
    if (x_size != y_size || memcmp(x, y, x_size))
        DOUBT(m,
              "the runs were measured on different architectures, '%.*s' before and '%.*s' after: "
              "no cost compares",
              (int)x_size, x, (int)y_size, y);
    else if (sw_diff_is_noisy(m->diff) && strcmp(a, b))
        DOUBT(m,
              "the runs were measured on different machines, '%.100s' before and '%.100s' after: "
              "the figures may differ by as much as the machines do",
              a, b);
}

static void doubt_options(struct maker *m)
{
    const struct sw_profile *a = m->diff->before, *b = m->diff->after;
    uint64_t before = sw_profile_is_parallel(a) ? a->circumstances.workers : 1;
    uint64_t after = sw_profile_is_parallel(b) ? b->circumstances.workers : 1;
    char x[SW_UNITS_SIZE], y[SW_UNITS_SIZE];
    if (strcmp(sw_string(a->level), sw_string(b->level)))
        DOUBT(
            m,
            "the profiles have different levels, '%.30s' before and '%.30s' after, so a call is a "
            "site in one and its caller's code in the other: only the whole program compares",
            sw_string(a->level), sw_string(b->level));
    if (before != after)
        DOUBT(m,
              "the runs had different numbers of workers, %" PRIu64 " before and %" PRIu64
              " after: what instructions took may differ ('spanwise report --serial' is for that)",
              before, after);
    if (a->burden != b->burden)
        DOUBT(m,
              "the runs were measured with different burdens, %s before and %s after: what is "
              "burdened, and the speedup to expect, does not compare",
              sw_units_spoken(m->units, a->burden, x), sw_units_spoken(m->units, b->burden, y));
}

static uint64_t most_processors(const struct sw_profile *p)
{
    return p->n_simulations ? p->simulations[p->n_simulations - 1].processors : 0;
}

static void doubt_simulations(struct maker *m)
{
    uint64_t before = most_processors(m->diff->before), after = most_processors(m->diff->after);
    if (before && after && before != after)
        DOUBT(m,
              "the figures are of %" PRIu64 " processors before and of %" PRIu64
              " after, with work divided accordingly: only runs on the same number compare",
              before, after);
    else if (!before != !after)
        DOUBT(m, "only one of the profiles is of an OpenMP program");
}

static void doubt_measurement(struct maker *m)
{
    const struct sw_profile *a = m->diff->before, *b = m->diff->after;
    uint64_t least = a->whole.work < b->whole.work ? a->whole.work : b->whole.work;
    char work[SW_UNITS_SIZE];
    if (a->n_unpatched != b->n_unpatched)
        DOUBT(m,
              "the budget took out functions (%zu before, %zu after), whose work is their callers' "
              "from then on: what a site grew by may be another's; with 'spanwise run "
              "--budget=none', both times, it is not",
              a->n_unpatched, b->n_unpatched);
    if (!strcmp(m->units->unit, "ns") && least < SW_SHORT_RUN_NS &&
        (a->whole.work || b->whole.work))
        DOUBT(m, "a run is too short to compare: %s of work; take an input that runs 10 ms or more",
              sw_units_cost(m->units, least, work));
}

int sw_diff_doubts(struct sw_findings *findings, const struct sw_diff *diff,
                   const struct sw_units *units)
{
    struct maker m = {findings, diff, units};
    doubt_programs(&m);
    doubt_machines(&m);
    doubt_options(&m);
    doubt_simulations(&m);
    doubt_measurement(&m);
    return findings->error;
}

static int may_be_noise(const struct maker *m, enum sw_noisy figure, double ratio)
{
    return sw_noise_explains(m->diff->before, m->diff->after, figure, ratio);
}

/* " (+12.3%)", and nothing where there is no ratio. */
static char *percent(double ratio, char *text)
{
    char growth[SW_UNITS_SIZE];
    sw_units_growth(ratio, growth);
    snprintf(text, SW_UNITS_SIZE, *growth ? " (%.40s)" : "%s", growth);
    return text;
}

static const char *verb(int64_t growth)
{
    return growth < 0 ? "shrank" : "grew";
}

/* The site whose change is the largest in the direction of the whole's; NULL where there is none. */
static const struct sw_difference *largest(const struct sw_diff *f, size_t member, int grows,
                                           int is_in_both)
{
    const struct sw_difference *best = NULL;
    int64_t most = 0;
    for (size_t i = 0; i < f->n_sites; i++) {
        const struct sw_change *c = (const void *)((const char *)&f->sites[i] + member);
        int64_t growth = grows ? c->growth : -c->growth;
        if (growth > most && (!is_in_both || f->sites[i].presence == SW_IN_BOTH)) {
            most = growth;
            best = &f->sites[i];
        }
    }
    return best;
}

static const char *novelty(const struct sw_difference *d)
{
    static const char *const words[] = {
        "", ", which is not seen any more (gone, renamed or inlined)", ", which is new"};
    return words[d->presence];
}

/* How much of the whole's change a site's is, which may be more than all of it. */
static const char *share_of(int64_t part, int64_t whole)
{
    if (llabs(part) >= llabs(whole))
        return "all of it";
    return llabs(part) >= llabs(whole) / 2 ? "most of it" : "the most";
}

/* Span or work, of the whole program and where most of it changed. */
static void find_cost(struct maker *m, const char *what, enum sw_noisy figure,
                      const struct sw_change *c, size_t member)
{
    const struct sw_difference *site = largest(m->diff, member, c->growth > 0, 0);
    char before[SW_UNITS_SIZE], after[SW_UNITS_SIZE], ratio[SW_UNITS_SIZE], by[SW_UNITS_SIZE];
    char place[SW_SITE_TEXT], where[2 * SW_SITE_TEXT] = "";
    double by_ratio = sw_change_ratio(c);
    if (!c->growth)
        return;
    int noise = may_be_noise(m, figure, by_ratio);
    if (site && !noise) {
        const struct sw_change *s = (const void *)((const char *)site + member);
        int is_more = llabs(s->growth) > llabs(c->growth);
        snprintf(where, sizeof where, ", %s at %s%s (%s%s)", share_of(s->growth, c->growth),
                 sw_site_name(&site->site, place), novelty(site),
                 sw_units_change(m->units, s->growth, by),
                 !is_more        ? ""
                 : c->growth > 0 ? "; others shrank"
                                 : "; others grew");
    }
    sw_units_cost(m->units, c->before, before);
    sw_units_spoken(m->units, c->after, after);
    if (!strncmp(before, after, strlen(before))) { /* what differs must not look the same */
        sw_units_count(c->before, before);
        sw_units_count(c->after, after);
    }
    sw_findings_add(m->findings, SW_FINDING_CHANGE, noise || c->growth < 0 ? SW_INFO : SW_ADVICE,
                    site && !noise ? site->index : SW_NO_SITE, "%s %s from %s to %s%s%s%s", what,
                    verb(c->growth), before, after, percent(by_ratio, ratio), where,
                    noise ? ", which may be noise" : "");
}

static void find_parallelism(struct maker *m, const struct sw_difference *d, const char *of)
{
    double before = sw_parallelism(d->before.work, d->before.span);
    double after = sw_parallelism(d->after.work, d->after.span);
    char x[SW_UNITS_SIZE], y[SW_UNITS_SIZE], by[SW_UNITS_SIZE];
    if (!isfinite(before) || !isfinite(after) || before == after)
        return;
    int noise = may_be_noise(m, SW_NOISY_PARALLELISM, after / before);
    sw_findings_add(m->findings, SW_FINDING_CHANGE, noise || after > before ? SW_INFO : SW_ADVICE,
                    SW_NO_SITE, "parallelism%s %s from %s to %s%s%s", of,
                    after < before ? "fell" : "rose", sw_units_ratio(before, x),
                    sw_units_ratio(after, y), percent(after / before, by),
                    noise ? ", which may be noise" : "");
}

/* On the largest number of processors that both were simulated on; NULL, where there is none. */
static const struct sw_simulation *last_common(const struct sw_diff *f)
{
    for (size_t i = f->after->n_simulations; i-- > 0;)
        if (sw_simulation_on(f->before, f->after->simulations[i].processors))
            return &f->after->simulations[i];
    return NULL;
}

/* What it really takes, on the most cores that both ran on. */
static void find_real(struct maker *m)
{
    const struct sw_real_change *r = m->diff->n_real ? &m->diff->real[m->diff->n_real - 1] : NULL;
    const struct sw_units units = {"ns", m->units->utf8};
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], by[SW_UNITS_SIZE], x[SW_UNITS_SIZE], y[SW_UNITS_SIZE],
        cores[SW_UNITS_SIZE];
    if (!r || !r->time.growth)
        return;
    sw_findings_add(
        m->findings, SW_FINDING_CHANGE, r->is_noise || r->time.growth < 0 ? SW_INFO : SW_ADVICE,
        SW_NO_SITE, "a real run on %s takes %s, %s before%s%s; the speedup is %s, %s before",
        sw_units_some(r->processors, "core", cores), sw_units_spoken(&units, r->time.after, b),
        sw_units_spoken(&units, r->time.before, a), percent(sw_change_ratio(&r->time), by),
        r->is_noise ? ", which may be noise" : "", sw_units_ratio(r->speedup_after, y),
        sw_units_ratio(r->speedup_before, x));
}

/* What simulated runs come to: work and span leave out locks. */
static void find_simulated(struct maker *m)
{
    const struct sw_simulation *b = last_common(m->diff), *a;
    char x[SW_UNITS_SIZE], y[SW_UNITS_SIZE], took[SW_UNITS_SIZE], takes[SW_UNITS_SIZE],
        by[SW_UNITS_SIZE];
    if (!b || b->processors < 2 || !(a = sw_simulation_on(m->diff->before, b->processors)) ||
        !a->time || !b->time || !a->work)
        return;
    double before = sw_simulation_speedup(m->diff->before, a),
           after = sw_simulation_speedup(m->diff->after, b);
    int noise = may_be_noise(m, SW_NOISY_PARALLELISM, after / before);
    sw_findings_add(
        m->findings, SW_FINDING_CHANGE, noise || after > before ? SW_INFO : SW_ADVICE, SW_NO_SITE,
        "the speedup predicted for %" PRIu64
        " processors %s from %s to %s%s%s; there it takes %s, %s before",
        b->processors, after < before ? "fell" : "rose", sw_units_ratio(before, x),
        sw_units_ratio(after, y), percent(after / before, by), noise ? ", which may be noise" : "",
        sw_units_spoken(m->units, b->time, takes), sw_units_spoken(m->units, a->time, took));
}

static void expect(const struct maker *m, const struct sw_figures *figures, char *text, size_t size)
{
    struct sw_speedup bounds = sw_speedup_bounds(figures, SW_TYPICAL_PROCESSORS);
    double work = (double)figures->work;
    char least[SW_UNITS_SIZE], most[SW_UNITS_SIZE];
    snprintf(text, size, "%s to %s",
             sw_units_cost(m->units, sw_rounded(work / bounds.upper), least),
             sw_units_spoken(m->units, sw_rounded(work / bounds.lower), most));
}

/* What it comes to: less span may cost more work. */
static void find_expected(struct maker *m)
{
    const struct sw_difference *d = &m->diff->whole;
    char before[2 * SW_UNITS_SIZE], after[2 * SW_UNITS_SIZE], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE];
    if (most_processors(m->diff->before) || most_processors(m->diff->after) ||
        strcmp(m->units->unit, "ns") || !d->before.work || !d->before.span || !d->after.work ||
        !d->after.span)
        return;
    expect(m, &d->before, before, sizeof before);
    expect(m, &d->after, after, sizeof after);
    sw_findings_add(m->findings, SW_FINDING_CHANGE, SW_INFO, SW_NO_SITE,
                    "on %d processors expect %s now, %s before; on one %s, %s before",
                    SW_TYPICAL_PROCESSORS, after, before,
                    sw_units_spoken(m->units, d->after.work, a),
                    sw_units_spoken(m->units, d->before.work, b));
}

/* Those that fell most; what moves with noise is not said of regions. */
static void find_regions(struct maker *m)
{
    const struct sw_diff *f = m->diff;
    double last = 0;
    char of[128];
    for (int n = 0; n < MOST_REGIONS; n++) {
        const struct sw_difference *worst = NULL;
        for (size_t i = 0; i < f->n_regions; i++) {
            double ratio = sw_difference_of_parallelism(&f->regions[i]);
            if (isfinite(ratio) && ratio < 1 && !may_be_noise(m, SW_NOISY_PARALLELISM, ratio) &&
                ratio > last && (!worst || ratio < sw_difference_of_parallelism(worst)))
                worst = &f->regions[i];
        }
        if (!worst)
            return;
        last = sw_difference_of_parallelism(worst);
        snprintf(of, sizeof of, " of region '%.80s'", worst->label);
        find_parallelism(m, worst, of);
    }
}

/* A part of the span that grew while the whole did not. */
static void find_hidden(struct maker *m)
{
    const struct sw_diff *f = m->diff;
    const struct sw_difference *site = largest(f, offsetof(struct sw_difference, local_span), 1, 1);
    double ratio = sw_change_ratio(&f->whole.span);
    char place[SW_SITE_TEXT], before[SW_UNITS_SIZE], after[SW_UNITS_SIZE];
    if (!site || (ratio > 1 && !may_be_noise(m, SW_NOISY_SPAN, ratio)) ||
        may_be_noise(m, SW_NOISY_SPAN, sw_change_ratio(&site->local_span)) ||
        (double)site->local_span.growth < LARGE_SHARE * (double)f->whole.span.before)
        return;
    sw_findings_add(m->findings, SW_FINDING_CHANGE, SW_ADVICE, site->index,
                    "%s: its part of the span grew from %s to %s, though the whole span did not%s",
                    sw_site_name(&site->site, place),
                    sw_units_cost(m->units, site->local_span.before, before),
                    sw_units_cost(m->units, site->local_span.after, after),
                    ratio > 1 ? " by more than noise" : "");
}

static void find_unmatched(struct maker *m)
{
    const struct sw_diff *f = m->diff;
    char gone[64] = "", fresh[64] = "";
    if (!f->n_before_only && !f->n_after_only)
        return;
    if (f->n_before_only)
        snprintf(gone, sizeof gone, "%zu %s not there any more", f->n_before_only,
                 f->n_before_only == 1 ? "is" : "are");
    if (f->n_after_only)
        snprintf(fresh, sizeof fresh, "%zu %s new", f->n_after_only,
                 f->n_after_only == 1 ? "is" : "are");
    sw_findings_add(m->findings, SW_FINDING_CHANGE, SW_INFO, SW_NO_SITE,
                    "call sites: %zu are in both profiles, %s%s%s", f->n_matched, gone,
                    *gone && *fresh ? ", " : "", fresh);
}

/* What the figures are is in the table; that they differ means nothing. */
static void find_noise(struct maker *m)
{
    const struct sw_difference *d = &m->diff->whole;
    char x[SW_UNITS_SIZE], y[SW_UNITS_SIZE], before[SW_UNITS_SIZE], after[SW_UNITS_SIZE];
    if (!m->diff->has_work) {
        sw_findings_add(m->findings, SW_FINDING_CHANGE, SW_INFO, SW_NO_SITE,
                        "no difference beyond noise");
        return;
    }
    sw_findings_add(
        m->findings, SW_FINDING_CHANGE, SW_INFO, SW_NO_SITE,
        "no difference beyond noise: parallelism %s before and %s after, work %s and %s",
        sw_units_ratio(sw_parallelism(d->before.work, d->before.span), x),
        sw_units_ratio(sw_parallelism(d->after.work, d->after.span), y),
        sw_units_spoken(m->units, d->before.work, before),
        sw_units_spoken(m->units, d->after.work, after));
}

int sw_diff_findings(struct sw_findings *findings, const struct sw_diff *diff,
                     const struct sw_units *units)
{
    struct maker m = {findings, diff, units};
    sw_diff_doubts(findings, diff, units);
    if (diff->is_noise) {
        find_real(&m);
        find_noise(&m);
        return findings->error;
    }
    if (diff->is_equal) {
        sw_findings_add(m.findings, SW_FINDING_CHANGE, SW_INFO, SW_NO_SITE,
                        "no difference: all figures are the same");
        return findings->error;
    }
    find_real(&m);
    find_simulated(&m);
    find_parallelism(&m, &diff->whole, "");
    find_expected(&m);
    find_regions(&m);
    find_cost(&m, "span", SW_NOISY_SPAN, &diff->whole.span,
              offsetof(struct sw_difference, local_span));
    find_cost(&m, "work", SW_NOISY_WORK, &diff->whole.work,
              offsetof(struct sw_difference, local_work));
    find_hidden(&m);
    find_unmatched(&m);
    if (diff->has_work && !diff->whole.work.growth && !diff->whole.span.growth)
        sw_findings_add(m.findings, SW_FINDING_CHANGE, SW_INFO, SW_NO_SITE,
                        "work and span of the whole program are the same");
    return findings->error;
}
