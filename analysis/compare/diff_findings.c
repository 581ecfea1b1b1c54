/* What changed: first why the two may not compare, then parallelism, span, work, where. */
#include "analysis/compare/diff.h"
#include "analysis/compare/match.h"
#include "analysis/simulation/simulation.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/noise.h"
#include "analysis/workspan/sites.h"

#define MOST_REGIONS 3
#define LITTLE       0.05
#define LARGE_SHARE  0.10 /* of the whole: a site that changed by more is worth a word */

struct maker {
    struct sw_findings *findings;
    const struct sw_diff *diff;
};

#define DOUBT(m, ...) \
    sw_findings_add(m->findings, SW_FINDING_COMPARISON, SW_WARNING, SW_NO_SITE, SW_SAY(__VA_ARGS__))

static bool is_time(const struct maker *m)
{
    return sw_units_is_time(&m->findings->units);
}

/* What says how much changed, and is said of sites or of none. */
static void tell(struct maker *m, enum sw_severity severity, size_t site,
                 struct sw_sentence *sentence)
{
    sw_findings_add(m->findings, SW_FINDING_CHANGE, severity, site, sentence);
}

/* Serial code with annotations, and the parallel program that came of it: they differ in more than is doubtful. */
static bool is_prediction(const struct maker *m)
{
    return m->diff->before->front_end == SW_FRONT_END_ANNOTATE &&
           m->diff->after->front_end != SW_FRONT_END_ANNOTATE;
}

static void doubt_programs(struct maker *m)
{
    const struct sw_profile *a = m->diff->before, *b = m->diff->after;
    char before[SW_ARGUMENTS_TEXT], after[SW_ARGUMENTS_TEXT];
    if (!sw_match_programs(a, b) && !is_prediction(m))
        DOUBT(m, OTHER_PROGRAM, a->program, b->program);
    else if (!sw_same_arguments(a, b))
        DOUBT(m, OTHER_ARGUMENTS, sw_join_arguments(a->args, before),
              sw_join_arguments(b->args, after));
    if ((a->flags | b->flags) & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED))
        DOUBT(m, NOT_BOTH_COMPLETE);
}

/* "name, architecture, N processors": the part between the commas. */
static void architecture(const char *host, char text[SW_UNITS_SIZE])
{
    const char *comma = strchr(host, ','), *at = comma ? comma + 1 + strspn(comma + 1, " ") : "";
    snprintf(text, SW_UNITS_SIZE, "%.*s", (int)strcspn(at, ","), at);
}

static void doubt_machines(struct maker *m)
{
    const char *a = sw_string(m->diff->before->host), *b = sw_string(m->diff->after->host);
    char x[SW_UNITS_SIZE], y[SW_UNITS_SIZE];
    architecture(a, x);
    architecture(b, y);
    if (strcmp(x, y))
        DOUBT(m, OTHER_ARCHITECTURES, x, y);
    else if (sw_diff_is_noisy(m->diff) && strcmp(a, b))
        DOUBT(m, OTHER_MACHINES, a, b);
}

static void doubt_options(struct maker *m)
{
    const struct sw_profile *a = m->diff->before, *b = m->diff->after;
    uint64_t before = sw_profile_is_parallel(a) ? a->circumstances.workers : 1;
    uint64_t after = sw_profile_is_parallel(b) ? b->circumstances.workers : 1;
    if (strcmp(sw_string(a->level), sw_string(b->level)))
        DOUBT(m, OTHER_LEVELS, a->level, b->level);
    if (before != after)
        DOUBT(m, OTHER_WORKERS, before, after);
    if (a->burden != b->burden)
        DOUBT(m, OTHER_BURDENS, a->burden, b->burden);
}

static uint64_t processors_of(const struct sw_profile *p)
{
    return p->n_simulations ? sw_profile_chief(p)->processors : 0;
}

static void doubt_simulations(struct maker *m)
{
    uint64_t before = processors_of(m->diff->before), after = processors_of(m->diff->after);
    if (before && after && before != after)
        DOUBT(m, OTHER_PROCESSORS, before, after);
    else if (!before != !after)
        DOUBT(m, ONE_OPENMP);
}

static void doubt_measurement(struct maker *m)
{
    const struct sw_profile *a = m->diff->before, *b = m->diff->after;
    uint64_t least = a->whole.work < b->whole.work ? a->whole.work : b->whole.work;
    if (a->n_unpatched != b->n_unpatched)
        DOUBT(m, OTHER_BUDGETS, a->n_unpatched, b->n_unpatched);
    if (is_time(m) && least < SW_SHORT_RUN_NS && (a->whole.work || b->whole.work))
        DOUBT(m, SHORT_TO_COMPARE, least);
}

int sw_diff_doubts(struct sw_findings *findings, const struct sw_diff *diff,
                   const struct sw_units *units)
{
    struct maker m = {findings, diff};
    findings->units = *units;
    findings->certainty = SW_CERTAIN_MEASURED;
    doubt_programs(&m);
    doubt_machines(&m);
    if (!is_prediction(&m)) {
        doubt_options(&m);
        doubt_simulations(&m);
    }
    doubt_measurement(&m);
    return findings->error;
}

static int may_be_noise(const struct maker *m, enum sw_noisy figure, double ratio)
{
    return sw_noise_explains(m->diff->before, m->diff->after, figure, ratio);
}

/* NULL where there is no ratio. */
static struct sw_sentence *say_by(double ratio)
{
    return isfinite(ratio) ? SW_SAY(BY, ratio) : NULL;
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

/* How much of the whole's change a site's is, which may be more than all of it. */
static int share_of(int64_t part, int64_t whole)
{
    enum { THE_MOST, MOST_OF_IT, ALL_OF_IT };
    if (llabs(part) >= llabs(whole))
        return ALL_OF_IT;
    return llabs(part) >= llabs(whole) / 2 ? MOST_OF_IT : THE_MOST;
}

static struct sw_sentence *say_where(const struct sw_difference *site, const struct sw_change *part,
                                     const struct sw_change *whole)
{
    enum { NO_MORE, OTHERS_SHRANK, OTHERS_GREW } others = NO_MORE;
    if (llabs(part->growth) > llabs(whole->growth))
        others = whole->growth > 0 ? OTHERS_SHRANK : OTHERS_GREW;
    return SW_SAY(CHANGED_AT, (uint64_t)share_of(part->growth, whole->growth),
                  sw_site_say_name(&site->site), site->presence, part->growth, others);
}

/* What differs must not look the same. */
static struct sw_sentence *say_from_to(const struct maker *m, const struct sw_change *c)
{
    char before[SW_UNITS_SIZE], after[SW_UNITS_SIZE];
    sw_units_cost(&m->findings->units, c->before, before);
    sw_units_cost(&m->findings->units, c->after, after);
    return strcmp(before, after) ? SW_SAY(FROM_TO, c->before, c->after)
                                 : SW_SAY(FROM_TO_EXACTLY, c->before, c->after);
}

/* Span or work, of the whole program and where most of it changed. */
/* What may be noise is not worth a word, if it is so little; tables have it. */
static bool is_little(double ratio)
{
    return fabs(ratio - 1) < LITTLE;
}

static void find_cost(struct maker *m, bool is_work)
{
    const struct sw_change *c = is_work ? &m->diff->whole.work : &m->diff->whole.span;
    size_t member = is_work ? offsetof(struct sw_difference, local_work)
                            : offsetof(struct sw_difference, local_span);
    const struct sw_difference *site = largest(m->diff, member, c->growth > 0, 0);
    double ratio = sw_change_ratio(c);
    if (!c->growth)
        return;
    bool noise = may_be_noise(m, is_work ? SW_NOISY_WORK : SW_NOISY_SPAN, ratio);
    if (noise && is_little(ratio))
        return;
    if (noise)
        site = NULL;
    tell(m, noise || c->growth < 0 ? SW_INFO : SW_ADVICE, site ? site->index : SW_NO_SITE,
         SW_SAY(COST_CHANGED, is_work, c->growth > 0, say_from_to(m, c), say_by(ratio),
                site ? say_where(site, (const void *)((const char *)site + member), c) : NULL,
                noise));
}

static void find_parallelism(struct maker *m, const struct sw_difference *d, const char *region)
{
    double before = sw_parallelism(d->before.work, d->before.span);
    double after = sw_parallelism(d->after.work, d->after.span);
    if (!isfinite(before) || !isfinite(after) || before == after)
        return;
    bool noise = may_be_noise(m, SW_NOISY_PARALLELISM, after / before);
    if (noise && is_little(after / before))
        return;
    tell(m, noise || after > before ? SW_INFO : SW_ADVICE, SW_NO_SITE,
         SW_SAY(PARALLELISM_CHANGED, region, after > before, before, after, say_by(after / before),
                noise));
}

/* On the largest number of processors that both were simulated on; NULL, where there is none. */
static const struct sw_simulation *last_common(const struct sw_diff *f)
{
    for (size_t i = f->after->n_simulations; i-- > 0;)
        if (sw_simulation_on(f->before, f->after->simulations[i].processors))
            return &f->after->simulations[i];
    return NULL;
}

/* Both have it, and locks and costs of simulated runs count. */
static bool simulated_time(const struct sw_diff *f, struct sw_diff_time *t)
{
    const struct sw_simulation *b = last_common(f),
                               *a = b ? sw_simulation_on(f->before, b->processors) : NULL;
    if (!a || !a->time || !b->time)
        return false;
    *t = (struct sw_diff_time){.processors = b->processors,
                               .time = sw_change_make(a->time, b->time)};
    return true;
}

static bool expected_time(const struct sw_diff *f, struct sw_diff_time *t)
{
    const struct sw_figures *a = &f->whole.before, *b = &f->whole.after;
    if (!a->work || !a->span || !b->work || !b->span)
        return false;
    *t = (struct sw_diff_time){
        .processors = SW_TYPICAL_PROCESSORS,
        .time = sw_change_make(
            sw_rounded((double)a->work / sw_speedup_bounds(a, SW_TYPICAL_PROCESSORS).lower),
            sw_rounded((double)b->work / sw_speedup_bounds(b, SW_TYPICAL_PROCESSORS).lower))};
    return true;
}

bool sw_diff_time(const struct sw_diff *f, struct sw_diff_time *t)
{
    if (f->n_real) {
        const struct sw_real_change *r = &f->real[f->n_real - 1];
        *t = (struct sw_diff_time){r->processors, r->time, true, r->is_noise};
        return true;
    }
    if (!simulated_time(f, t) && !expected_time(f, t))
        return false;
    t->is_noise = f->is_noise ||
                  sw_noise_explains(f->before, f->after, SW_NOISY_SPAN, sw_change_ratio(&t->time));
    return true;
}

/* What it really takes, on the most cores that both ran on. */
static void find_real(struct maker *m)
{
    const struct sw_real_change *r = m->diff->n_real ? &m->diff->real[m->diff->n_real - 1] : NULL;
    struct sw_units units = m->findings->units;
    if (!r || !r->time.growth)
        return;
    m->findings->units.unit = "ns"; /* whatever the meter is */
    tell(m, r->is_noise || r->time.growth < 0 ? SW_INFO : SW_ADVICE, SW_NO_SITE,
         SW_SAY(REAL_RUN_CHANGED, r->processors, r->time.after, r->time.before,
                say_by(sw_change_ratio(&r->time)), r->is_noise, r->speedup_after,
                r->speedup_before));
    m->findings->units = units;
}

/* What simulated runs come to: work and span leave out locks. */
static void find_simulated(struct maker *m)
{
    const struct sw_simulation *b = last_common(m->diff), *a;
    if (!b || b->processors < 2 || !(a = sw_simulation_on(m->diff->before, b->processors)) ||
        !a->time || !b->time || !a->work)
        return;
    double before = sw_simulation_speedup(m->diff->before, a),
           after = sw_simulation_speedup(m->diff->after, b);
    bool noise = may_be_noise(m, SW_NOISY_PARALLELISM, after / before);
    tell(m, noise || after > before ? SW_INFO : SW_ADVICE, SW_NO_SITE,
         SW_SAY(PREDICTION_CHANGED, b->processors, after >= before, before, after,
                say_by(after / before), noise, b->time, a->time));
}

/* What it comes to: less span may cost more work. */
static void find_expected(struct maker *m)
{
    const struct sw_figures *before = &m->diff->whole.before, *after = &m->diff->whole.after;
    struct sw_speedup was = sw_speedup_bounds(before, SW_TYPICAL_PROCESSORS),
                      is = sw_speedup_bounds(after, SW_TYPICAL_PROCESSORS);
    if (processors_of(m->diff->before) || processors_of(m->diff->after) || !is_time(m) ||
        !before->work || !before->span || !after->work || !after->span)
        return;
    tell(m, SW_INFO, SW_NO_SITE,
         SW_SAY(EXPECT_NOW, SW_TYPICAL_PROCESSORS, sw_rounded((double)after->work / is.upper),
                sw_rounded((double)after->work / is.lower),
                sw_rounded((double)before->work / was.upper),
                sw_rounded((double)before->work / was.lower), after->work, before->work));
}

/* Those that fell most; what moves with noise is not said of regions. */
static void find_regions(struct maker *m)
{
    const struct sw_diff *f = m->diff;
    double last = 0;
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
        find_parallelism(m, worst, worst->label);
    }
}

/* A part of the span that grew while the whole did not. */
static void find_hidden(struct maker *m)
{
    const struct sw_diff *f = m->diff;
    const struct sw_difference *site = largest(f, offsetof(struct sw_difference, local_span), 1, 1);
    double ratio = sw_change_ratio(&f->whole.span);
    if (!site || (ratio > 1 && !may_be_noise(m, SW_NOISY_SPAN, ratio)) ||
        may_be_noise(m, SW_NOISY_SPAN, sw_change_ratio(&site->local_span)) ||
        (double)site->local_span.growth < LARGE_SHARE * (double)f->whole.span.before)
        return;
    tell(m, SW_ADVICE, site->index,
         SW_SAY(HIDDEN_GROWTH, sw_site_say_name(&site->site), site->local_span.before,
                site->local_span.after, ratio > 1));
}

static void find_unmatched(struct maker *m)
{
    const struct sw_diff *f = m->diff;
    if (f->n_before_only || f->n_after_only)
        tell(m, SW_INFO, SW_NO_SITE,
             SW_SAY(SITES_MATCHED, f->n_matched, f->n_before_only,
                    f->n_before_only && f->n_after_only, f->n_after_only));
}

/* What the figures are is in the table; that they differ means nothing. */
static void find_noise(struct maker *m)
{
    const struct sw_figures *before = &m->diff->whole.before, *after = &m->diff->whole.after;
    if (!m->diff->has_work)
        tell(m, SW_INFO, SW_NO_SITE, SW_SAY(ONLY_NOISE));
    else
        tell(m, SW_INFO, SW_NO_SITE,
             SW_SAY(NO_DIFFERENCE_BEYOND_NOISE, sw_parallelism(before->work, before->span),
                    sw_parallelism(after->work, after->span), before->work, after->work));
}

int sw_diff_findings(struct sw_findings *findings, const struct sw_diff *diff,
                     const struct sw_units *units)
{
    struct maker m = {findings, diff};
    sw_diff_doubts(findings, diff, units);
    if (diff->is_noise) {
        find_real(&m);
        find_noise(&m);
        return findings->error;
    }
    if (diff->is_equal) {
        tell(&m, SW_INFO, SW_NO_SITE, SW_SAY(NO_DIFFERENCE));
        return findings->error;
    }
    find_real(&m);
    find_simulated(&m);
    find_expected(&m);
    find_parallelism(&m, &diff->whole, NULL);
    find_regions(&m);
    find_cost(&m, false);
    find_cost(&m, true);
    if (!is_prediction(&m)) {
        find_hidden(&m);
        find_unmatched(&m);
    }
    if (diff->has_work && !diff->whole.work.growth && !diff->whole.span.growth)
        tell(&m, SW_INFO, SW_NO_SITE, SW_SAY(SAME_WORK_AND_SPAN));
    return findings->error;
}
