#include "analysis/machine/memory_model.h"

/*
 * A section's traffic from how much it suffers beside hogs. For each hog the machine has a curve: a kernel
 * that draws x MB/s alone takes S(x) times as long beside it. S is taken as never falling: noise makes it do
 * so, nothing else. A section that took between `low` and `high` times as long draws at least the x that S reaches `low`
 * at, and at most the one that it leaves `high` at. All hogs have to be right: the intervals are cut with
 * each other.
 */

#define NOISE 1.02 /* no slowdown below that is one */
#define LEAST_SLOWED \
    1.1 /* of the kernel that suffers most: else the curve is the noise of the calibration */

/* The highest S up to x[i]. */
static double risen(const struct sw_curve *s, size_t i)
{
    double y = s->y[0];
    for (size_t k = 1; k <= i; k++)
        y = fmax(y, s->y[k]);
    return y;
}

/* Where S reaches y; `otherwise` where it never does. */
static double reaches(const struct sw_curve *s, double y, double otherwise)
{
    if (risen(s, 0) >= y)
        return 0;
    for (size_t i = 1; i < s->n; i++) {
        double a = risen(s, i - 1), b = risen(s, i);
        if (b >= y)
            return s->x[i - 1] + (s->x[i] - s->x[i - 1]) * (y - a) / (b - a);
    }
    return otherwise;
}

struct interval {
    double low, high;
};

static struct interval by_hog(const struct sw_curve *s, const struct sw_slowdown *slow, double most)
{
    double low = slow->low > NOISE ? slow->low : 1, high = fmax(slow->high, NOISE);
    double last = s->x[s->n - 1], most_slowed = risen(s, s->n - 1);
    if (most_slowed <=
        LEAST_SLOWED) /* no kernel suffers: that another does is not by its traffic */
        return (struct interval){0, fmax(most, last)};
    return (struct interval){low > 1 ? reaches(s, low, last) : 0,
                             high < most_slowed ? reaches(s, high, last) : fmax(most, last)};
}

struct sw_traffic_estimate sw_traffic_by_hogs(const struct sw_machine *m,
                                              const struct sw_slowdown *slowdowns)
{
    struct interval all = {0, INFINITY}, widest = {INFINITY, 0};
    struct sw_traffic_estimate estimate = {0};
    for (size_t i = 0; i < m->n_hogs; i++) {
        if (m->hogs[i].slowdown.kind != SW_CURVE_POINTS || !(slowdowns[i].factor > 0))
            continue;
        struct interval one = by_hog(&m->hogs[i].slowdown, &slowdowns[i], m->one_thread);
        all = (struct interval){fmax(all.low, one.low), fmin(all.high, one.high)};
        widest = (struct interval){fmin(widest.low, one.low), fmax(widest.high, one.high)};
        estimate.known = true;
    }
    if (!estimate.known)
        return estimate;
    if (all.low > all.high) /* they contradict each other: it does not behave as the kernel does */
        all = widest;
    estimate.low = all.low;
    estimate.high = all.high;
    estimate.value = (all.low + all.high) / 2;
    estimate.bounded = all.low > 0;
    return estimate;
}

static double at_least_1(double x)
{
    return x > 1 ? x : 1; /* NAN as well */
}

static unsigned known_to(const struct sw_machine *m)
{
    return m->n_psi ? m->psi[m->n_psi - 1].threads : 1;
}

double sw_traffic(const struct sw_section_counts *counts, double line_bytes)
{
    return counts->ns > 0 ? counts->misses * line_bytes / counts->ns * 1e3 : 0;
}

/* What draws more than any kernel that the curve is of suffers as the last of those. */
static double psi_at(const struct sw_curve *psi, double mb_s)
{
    double x = psi->to > 0 && mb_s > psi->to ? psi->to : mb_s;
    return sw_curve_at(psi, x) * (x > 0 ? mb_s / x : 1);
}

double sw_traffic_among(const struct sw_machine *m, double mb_s, unsigned threads)
{
    double before = mb_s;
    unsigned t = 1;
    for (size_t i = 0; i < m->n_psi && t < threads; i++) {
        unsigned next = m->psi[i].threads;
        double there = psi_at(&m->psi[i].curve, mb_s);
        if (next >= threads)
            return before + (there - before) * (threads - t) / (next - t);
        before = there;
        t = next;
    }
    return t >= threads ? before : (double)NAN;
}

/* Below what its curves were observed for, a machine's formulas may be nonsense: too little to matter. */
static bool matters(const struct sw_machine *m, double mb_s)
{
    for (size_t i = 0; i < m->n_psi; i++)
        if (mb_s < m->psi[i].curve.from)
            return false;
    return m->phi.kind == SW_CURVE_NONE || mb_s >= m->phi.from;
}

static struct sw_burden exactly(enum sw_burden_kind kind, double factor, unsigned to)
{
    factor = at_least_1(factor);
    return (struct sw_burden){kind, factor, factor, factor, to};
}

/* Equation 3, with Equation 1 for what the instructions take without misses. */
static double prophet(const struct sw_machine *m, const struct sw_section_counts *c, double mb_s,
                      double among)
{
    double cycles = c->cycles > 0 ? c->cycles : c->ns * m->ghz;
    double misses = c->misses / c->instructions; /* an instruction */
    double stall = sw_curve_at(&m->phi, mb_s), stall_among = sw_curve_at(&m->phi, among);
    double cached = cycles / c->instructions - misses * stall;
    if (cached < 0) /* the stalls overlap with each other, and are all of the time */
        cached = 0;
    return (cached + misses * stall_among) / (cached + misses * stall);
}

struct sw_burden sw_burden_by_counts(const struct sw_machine *m, const struct sw_section_counts *c,
                                     unsigned threads)
{
    double mb_s = sw_traffic(c, m->line > 0 ? m->line : 64);
    if (threads <= 1 || c->misses < SW_MPI_LEAST * c->instructions || !matters(m, mb_s))
        return exactly(SW_BURDEN_NONE, 1, threads);
    double among = sw_traffic_among(m, mb_s, threads);
    if (isnan(among))
        return exactly(SW_BURDEN_NOT_KNOWN, 1, known_to(m));
    if (m->phi.kind == SW_CURVE_NONE || (c->cycles <= 0 && m->ghz <= 0))
        return exactly(SW_BURDEN_MODELLED, mb_s / among, known_to(m));
    return exactly(SW_BURDEN_MODELLED, prophet(m, c, mb_s, among), known_to(m));
}

struct sw_burden sw_burden_by_slowdowns(const struct sw_slowdown *s, size_t n, unsigned threads)
{
    struct sw_slowdown before = {1, 1, 1, 1};
    if (threads <= 1)
        return exactly(SW_BURDEN_NONE, 1, n ? s[n - 1].threads : 1);
    for (size_t i = 0; i < n; before = s[i++]) {
        if (s[i].threads < threads)
            continue;
        double share = (double)(threads - before.threads) / (s[i].threads - before.threads);
        return (struct sw_burden){
            SW_BURDEN_MEASURED,
            at_least_1(before.factor + share * (s[i].factor - before.factor)),
            at_least_1(before.low + share * (s[i].low - before.low)),
            at_least_1(before.high + share * (s[i].high - before.high)),
            s[n - 1].threads,
        };
    }
    return exactly(SW_BURDEN_NOT_KNOWN, 1, n ? s[n - 1].threads : 1);
}

static double factor_of(const struct sw_machine *m, double mb_s, unsigned threads)
{
    return matters(m, mb_s) ? at_least_1(mb_s / sw_traffic_among(m, mb_s, threads)) : 1;
}

struct sw_burden sw_burden_by_traffic(const struct sw_machine *m,
                                      const struct sw_traffic_estimate *traffic, unsigned threads)
{
    if (threads <= 1)
        return exactly(SW_BURDEN_NONE, 1, known_to(m));
    if (!traffic->known || threads > known_to(m))
        return exactly(SW_BURDEN_NOT_KNOWN, 1, known_to(m));
    if (!matters(m, traffic->high))
        return exactly(SW_BURDEN_NONE, 1, known_to(m));
    struct sw_burden b = {SW_BURDEN_MODELLED, factor_of(m, traffic->value, threads),
                          factor_of(m, traffic->low, threads), factor_of(m, traffic->high, threads),
                          known_to(m)};
    if (!traffic->bounded && b.high - b.low > SW_BURDEN_VAGUE) {
        b.kind = SW_BURDEN_NOT_KNOWN;
        b.factor = 1;
    }
    return b;
}
