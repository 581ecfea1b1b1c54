/*
 * Findings of measured speedups: first what to doubt, then whether the points are in the predicted
 * range, then what may have kept them below it. The prediction counts parallelism and grain, so
 * these are no causes any more; memory bandwidth and contention remain (Cilkview, Section 5), and
 * copies of the program, which share bandwidth but no locks, tell the two apart.
 */
#include "analysis/compare/change.h"
#include "analysis/compare/scaling.h"
#include "analysis/workspan/sites.h"

#define SHORT_RUN_NS   10000000 /* below, the process' start and end are a large part */
#define WIDE_SPREAD    0.20     /* of the median */
#define OTHER_WORK     1.25     /* one worker's time over the profile's work, or the inverse */
#define ONE_BUSY       1.10     /* processors that were busy, on average: no more than one */
#define MORE_CPU       1.15     /* processor time over that of one worker: worth a word */
#define SLOWED_DOWN    1.10     /* copies that share something */
#define LOW_EFFICIENCY 0.50
#define MOST_LISTED    24

struct maker {
    struct sw_findings *findings;
    const struct sw_scaling *scaling;
};

static void tell(struct maker *m, enum sw_finding_kind kind, enum sw_severity severity,
                 struct sw_sentence *sentence)
{
    sw_findings_add(m->findings, kind, severity, SW_NO_SITE, sentence);
}

static size_t count(const struct sw_scaling *s, enum sw_agreement verdict)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_points; i++)
        n += s->points[i].verdict == verdict && s->points[i].n_trials;
    return n;
}

/* "P = 2, 4, 8": those with the verdict; NULL: none. */
static struct sw_sentence *say_points(const struct sw_scaling *s, enum sw_agreement verdict)
{
    struct sw_sentence *said = NULL;
    size_t n = 0;
    SW_EACH (p, s->points, s->n_points) {
        if (p->verdict != verdict || !p->n_trials)
            continue;
        if (n++ == MOST_LISTED)
            return SW_SAY(AND_SO_ON, said);
        said = said ? SW_SAY(AND_POINT, said, p->workers) : SW_SAY(POINTS, p->workers);
    }
    return said;
}

static void find_stopped(struct maker *m)
{
    const struct sw_scaling *s = m->scaling;
    size_t n = 0;
    for (size_t i = 0; i < s->n_points; i++)
        n += s->points[i].n_trials;
    if (s->stopped)
        tell(m, SW_FINDING_INCOMPLETE, SW_WARNING,
             SW_SAY(STOPPED, s->stopped, n, s->trials * s->n_points));
}

static void find_other_profile(struct maker *m)
{
    const struct sw_scaling *s = m->scaling;
    const struct sw_profile *p = s->profile;
    uint64_t base = s->points[0].median_ns;
    if (!p)
        return;
    if (s->profile_path && p->args && *p->args && *s->argv &&
        !sw_same_words(p->args + 1, s->argv + 1))
        tell(m, SW_FINDING_PROFILE, SW_WARNING,
             SW_SAY(PROFILE_OF_OTHER_ARGUMENTS, s->profile_path));
    if (p->flags & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED))
        tell(m, SW_FINDING_PROFILE, SW_WARNING, SW_SAY(PROFILE_INCOMPLETE));
    if (strcmp(sw_string(p->unit), "ns") || !base || !p->whole.work)
        return;
    double ratio = (double)base / (double)p->whole.work;
    if (ratio > OTHER_WORK || ratio < 1 / OTHER_WORK)
        tell(m, SW_FINDING_PROFILE, SW_WARNING,
             SW_SAY(PROFILE_OF_OTHER_WORK, base, p->whole.work, ratio > 1));
}

static void find_doubts(struct maker *m)
{
    const struct sw_scaling *s = m->scaling;
    const struct sw_point *widest = NULL;
    double spread = WIDE_SPREAD;
    SW_EACH (p, s->points, s->n_points) {
        double own = p->n_trials ? (double)(p->most_ns - p->least_ns) / (double)p->median_ns : 0;
        if (own > spread) {
            spread = own;
            widest = p;
        }
    }
    if (s->points[0].n_trials && s->points[0].median_ns < SHORT_RUN_NS)
        tell(m, SW_FINDING_TOO_SHORT, SW_WARNING, SW_SAY(SHORT_TRIALS, s->points[0].median_ns));
    else if (s->trials == 1 && s->n_points > 1)
        tell(m, SW_FINDING_NOISE, SW_WARNING, SW_SAY(ONE_TRIAL));
    else if (widest)
        tell(m, SW_FINDING_NOISE, SW_WARNING, SW_SAY(TRIALS_DIFFER, widest->workers, spread));
}

static void find_deaf(struct maker *m)
{
    tell(m, SW_FINDING_THREADS, SW_WARNING,
         SW_SAY(DEAF, sw_point_busy(&m->scaling->points[0]), "{}"));
}

static void find_crowded(struct maker *m)
{
    struct sw_sentence *which = say_points(m->scaling, SW_AGREEMENT_CROWDED);
    if (which)
        tell(m, SW_FINDING_CROWDED, SW_WARNING, SW_SAY(CROWDED, which, m->scaling->processors));
}

static void find_alone(struct maker *m)
{
    if (!m->scaling->points[0].n_trials)
        tell(m, SW_FINDING_MEASURED, SW_WARNING, SW_SAY(NO_ONE_WORKER));
    else
        tell(m, SW_FINDING_MEASURED, SW_INFO, SW_SAY(ONLY_ONE_WORKER));
}

/* What the prediction knows of. */
static struct sw_sentence *say_counted(const struct maker *m)
{
    return SW_SAY(PREDICTION_COUNTS, sw_scaling_is_simulated(m->scaling));
}

static void find_within(struct maker *m, const struct sw_point *widest, size_t n)
{
    const struct sw_figures *whole = &m->scaling->profile->whole;
    bool is_low = widest->efficiency < LOW_EFFICIENCY && !sw_scaling_is_simulated(m->scaling);
    tell(m, SW_FINDING_MEASURED, is_low ? SW_ADVICE : SW_INFO,
         SW_SAY(AS_PREDICTED, n, say_counted(m), widest->workers, widest->speedup,
                widest->efficiency, is_low, sw_parallelism(whole->work, whole->span),
                widest->lower));
}

/* Some rounds are in the range, and the median is not. */
static void find_doubtful(struct maker *m, const struct sw_point *p)
{
    tell(m, SW_FINDING_MEASURED, SW_INFO,
         SW_SAY(DOUBTFUL_POINT, p->workers, p->speedup, p->least_speedup, p->most_speedup, p->lower,
                p->upper, p->speedup < p->lower));
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

static void find_causes(struct maker *m, const struct sw_point *p)
{
    uint64_t one = m->scaling->points[0].median_cpu_ns;
    double more = one ? (double)p->median_cpu_ns / (double)one : 1;
    tell(m, SW_FINDING_CAUSES, SW_ADVICE,
         sw_point_busy(p) < ONE_BUSY
             ? SW_SAY(ONE_BUSY, p->workers, sw_point_busy(p))
             : SW_SAY(WHAT_REMAINS, sw_scaling_is_simulated(m->scaling), p->workers,
                      more > MORE_CPU, more, m->scaling->copies.n_trials != 0));
}

/* What copies mean, and for what is missing: in the order of their sentence. */
enum meaning { SHARE, SHARE_NOT, TOO_NOISY };
enum rest { UNSAID, ENOUGH, A_PART, CONTENTION };

/* What bandwidth alone would leave of the predicted lower bound, where that many were measured. */
static enum rest enough(const struct maker *m)
{
    const struct sw_copies *c = &m->scaling->copies;
    SW_EACH (p, m->scaling->points, m->scaling->n_points)
        if (p->workers == c->copies && p->verdict == SW_AGREEMENT_BELOW)
            return p->most_speedup * c->most_slowdown >= p->lower ? ENOUGH : A_PART;
    return UNSAID;
}

/* Judged as the points are: it is so only if all rounds say so. */
static void find_copies(struct maker *m)
{
    const struct sw_copies *c = &m->scaling->copies;
    enum meaning meaning = c->least_slowdown >= SLOWED_DOWN ? SHARE
                           : c->most_slowdown < SLOWED_DOWN ? SHARE_NOT
                                                            : TOO_NOISY;
    enum rest rest = meaning == SHARE ? enough(m) : UNSAID;
    if (!c->n_trials)
        return;
    if (meaning == SHARE_NOT && sw_scaling_is_below(m->scaling))
        rest = CONTENTION;
    tell(
        m, rest == CONTENTION ? SW_FINDING_CONTENTION : SW_FINDING_COPIES,
        meaning == SHARE || rest == CONTENTION ? SW_ADVICE : SW_INFO,
        SW_SAY(COPIES, c->copies, c->slowdown, c->least_slowdown, c->most_slowdown, meaning, rest));
}

static void find_measured(struct maker *m)
{
    const struct sw_scaling *s = m->scaling;
    const struct sw_point *widest = sw_scaling_widest(s);
    size_t n_below = count(s, SW_AGREEMENT_BELOW), n_above = count(s, SW_AGREEMENT_ABOVE);
    size_t n_within = count(s, SW_AGREEMENT_WITHIN);
    if (!widest || !s->points[0].n_trials)
        find_alone(m);
    else if (n_below + n_above + n_within == 0)
        tell(m, SW_FINDING_MEASURED, SW_INFO,
             SW_SAY(MEASURED, widest->workers, widest->speedup, widest->efficiency));
    else if (n_below + n_above == 0 && !sw_point_is_central(widest))
        find_doubtful(m, widest);
    else if (n_below + n_above == 0)
        find_within(m, widest, n_within);
    if (n_above)
        tell(m, SW_FINDING_MEASURED, SW_ADVICE,
             SW_SAY(ABOVE_PREDICTION, say_points(s, SW_AGREEMENT_ABOVE), n_above));
    if (n_below) {
        tell(m, SW_FINDING_MEASURED, SW_ADVICE,
             SW_SAY(BELOW_PREDICTION, say_points(s, SW_AGREEMENT_BELOW), n_below, say_counted(m),
                    say_points(s, SW_AGREEMENT_WITHIN)));
        find_causes(m, widest_below(s));
    }
}

/* Whether it is about what the prediction rests on; all else is of how the profile was made. */
static int explains(const struct sw_finding *f)
{
    return (f->kind >= SW_FINDING_OVERHEAD && f->kind <= SW_FINDING_BURDEN) ||
           (f->kind >= SW_FINDING_SCALES && f->kind <= SW_FINDING_KNEE);
}

/* What the profile says by itself of work and span: doubts, or the rest. */
static void find_prediction(struct maker *m, const struct sw_findings *own, int doubts)
{
    for (size_t i = 0; i < own->n; i++)
        if (explains(&own->items[i]) && (own->items[i].severity == SW_WARNING) == doubts)
            sw_findings_repeat(m->findings, &own->items[i]);
}

int sw_scaling_findings(struct sw_findings *findings, const struct sw_scaling *scaling,
                        const struct sw_units *units)
{
    struct maker m = {findings, scaling};
    const struct sw_profile *profile = scaling->profile;
    struct sw_findings own = {0};
    *findings = (struct sw_findings){.units = *units, .certainty = SW_CERTAIN_MEASURED};
    if (profile)
        findings->error = sw_findings_make(
            &own, profile, &(struct sw_units){sw_string(profile->unit), units->utf8});
    find_stopped(&m);
    if (sw_scaling_is_deaf(scaling))
        find_deaf(&m);
    find_doubts(&m);
    find_other_profile(&m);
    find_prediction(&m, &own, 1);
    find_crowded(&m);
    if (!sw_scaling_is_deaf(scaling))
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
