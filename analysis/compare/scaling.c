#include "analysis/compare/scaling.h"
#include "analysis/simulation/simulation.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"
#include "base/text.h"

#define CENTRAL          0.05 /* of a bound: real runs are no better known */
#define SIMULATED_WITHIN 0.10 /* that simulated speedups are true to, where memory is no limit */

/* Without a copy to sort: the k-th smallest is the one with so many below it; n is small. */
static uint64_t ranked(const uint64_t *values, size_t n, size_t rank)
{
    for (size_t i = 0; i < n; i++) {
        size_t below = 0, same = 0;
        for (size_t j = 0; j < n; j++) {
            below += values[j] < values[i];
            same += values[j] == values[i];
        }
        if (below <= rank && rank < below + same)
            return values[i];
    }
    return 0;
}

/* Of an even number, the mean of the two in the middle. */
static uint64_t median(const uint64_t *values, size_t n)
{
    uint64_t low = ranked(values, n, (n - 1) / 2), high = ranked(values, n, n / 2);
    return low + (high - low) / 2;
}

static double ratio(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : NAN;
}

/* Median of `over` by median of `under`, and the least and most of the rounds. As medians keep an
 * order that holds in every round, the first is between the others where all rounds have both. */
static double ratios(const uint64_t *over, size_t n_over, const uint64_t *under, size_t n_under,
                     double *least, double *most)
{
    double middle = ratio(median(over, n_over), median(under, n_under));
    *least = *most = middle;
    for (size_t i = 0; i < n_over && i < n_under; i++) {
        *least = fmin(*least, ratio(over[i], under[i]));
        *most = fmax(*most, ratio(over[i], under[i]));
    }
    return middle;
}

static enum sw_agreement judge(const struct sw_scaling *s, const struct sw_point *p)
{
    if (p->workers > s->processors)
        return SW_AGREEMENT_CROWDED;
    if (p->workers == 1 && p->n_trials)
        return SW_AGREEMENT_BASE;
    if (!isfinite(p->speedup) || !isfinite(p->lower))
        return SW_AGREEMENT_NONE;
    if (p->most_speedup < p->lower * (1 - CENTRAL))
        return SW_AGREEMENT_BELOW;
    return p->least_speedup > p->upper ? SW_AGREEMENT_ABOVE : SW_AGREEMENT_WITHIN;
}

static void measure(struct sw_point *p)
{
    p->speedup = p->least_speedup = p->most_speedup = p->efficiency = NAN;
    p->median_ns = p->least_ns = p->most_ns = p->median_cpu_ns = 0;
    if (!p->n_trials)
        return;
    p->median_ns = median(p->wall_ns, p->n_trials);
    p->least_ns = ranked(p->wall_ns, p->n_trials, 0);
    p->most_ns = ranked(p->wall_ns, p->n_trials, p->n_trials - 1);
    p->median_cpu_ns = median(p->cpu_ns, p->n_trials);
}

static void compare_with_base(struct sw_point *p, const struct sw_point *base)
{
    if (!p->n_trials || !base->n_trials)
        return;
    p->speedup = ratios(base->wall_ns, base->n_trials, p->wall_ns, p->n_trials, &p->least_speedup,
                        &p->most_speedup);
    p->efficiency = p->speedup / (double)p->workers;
}

static void predict(struct sw_point *p, const struct sw_profile *profile)
{
    p->lower = p->upper = NAN;
    if (!profile)
        return;
    if (profile->n_simulations) {
        const struct sw_simulation *s = sw_simulation_on(profile, p->workers);
        double speedup = s ? sw_simulation_speedup(profile, s) : NAN,
               slack = p->workers > 1 ? SIMULATED_WITHIN : 0;
        p->lower = speedup * (1 - slack);
        p->upper = fmin(speedup * (1 + slack), (double)p->workers);
        return;
    }
    struct sw_speedup bounds = sw_program_bounds(profile, p->workers);
    p->lower = bounds.lower;
    p->upper = bounds.upper;
}

#define ONE_CORE 1.2 /* cores that one worker has at the most */

double sw_point_busy(const struct sw_point *p)
{
    return p->n_trials ? (double)p->median_cpu_ns / (double)p->median_ns : 0;
}

int sw_scaling_is_deaf(const struct sw_scaling *s)
{
    return s->n_points && s->points[0].workers == 1 && sw_point_busy(&s->points[0]) > ONE_CORE;
}

void sw_scaling_judge(struct sw_scaling *s)
{
    for (size_t i = 0; i < s->n_points; i++) {
        struct sw_point *p = &s->points[i];
        measure(p);
        predict(p, s->profile);
        if (p->workers <= s->processors && (!i || !sw_scaling_is_deaf(s)))
            compare_with_base(p, &s->points[0]);
        p->verdict = judge(s, p);
    }
    struct sw_copies *c = &s->copies;
    c->slowdown = c->least_slowdown = c->most_slowdown = NAN;
    if (c->n_trials)
        c->slowdown = ratios(c->among_ns, c->n_trials, c->alone_ns, c->n_trials, &c->least_slowdown,
                             &c->most_slowdown);
}

SW_NAMES(sw_agreement_name, enum sw_agreement, "none", "base", "within", "below", "above",
         "crowded")

const struct sw_point *sw_scaling_widest(const struct sw_scaling *s)
{
    for (size_t i = s->n_points; i-- > 1;)
        if (s->points[i].n_trials && s->points[i].verdict != SW_AGREEMENT_CROWDED)
            return &s->points[i];
    return NULL;
}

int sw_point_is_central(const struct sw_point *p)
{
    return p->speedup >= p->lower * (1 - CENTRAL) && p->speedup <= p->upper * (1 + CENTRAL);
}

static int has(const struct sw_scaling *s, enum sw_agreement verdict)
{
    return SW_FIRST(p, s->points, s->n_points, p->verdict == verdict) != NULL;
}

int sw_scaling_is_below(const struct sw_scaling *s)
{
    return has(s, SW_AGREEMENT_BELOW);
}

int sw_scaling_is_simulated(const struct sw_scaling *s)
{
    return s->profile && s->profile->n_simulations;
}

int sw_scaling_is_explained(const struct sw_scaling *s)
{
    const struct sw_profile *p = s->profile;
    return p && p->whole.work && sw_units_is_length(&(struct sw_units){sw_string(p->unit), 0}) &&
           !has(s, SW_AGREEMENT_BELOW) && !has(s, SW_AGREEMENT_ABOVE) && !sw_scaling_is_deaf(s);
}
