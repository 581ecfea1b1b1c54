/*
 * A section's traffic from how much it suffers beside hogs. For each hog the machine has a curve: a kernel
 * that draws x MB/s alone takes S(x) times as long beside it. S is taken as never falling: noise makes it do
 * so, nothing else. A section that took between `low` and `high` times as long draws at least the x that S reaches `low`
 * at, and at most the one that it leaves `high` at. All hogs have to be right: the intervals are cut with
 * each other.
 */
#include "analysis/machine/memory_model.h"

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
