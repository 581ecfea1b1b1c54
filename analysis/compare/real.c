#include "analysis/compare/real.h"
#include "base/libc.h"

#define ONCE 0.10 /* by which the fastest of a few runs may differ from that of a few others */

static const struct sw_real_run *run_on(const struct sw_profile *p, uint64_t processors)
{
    for (size_t i = 0; i < p->n_real; i++)
        if (p->real[i].processors == processors)
            return &p->real[i];
    return NULL;
}

static uint64_t time_of(const struct sw_real_run *r)
{
    return r->trials ? r->median_ns : r->time_ns;
}

static double speedup(const struct sw_profile *p, const struct sw_real_run *r)
{
    const struct sw_real_run *one = run_on(p, 1);
    return one && time_of(one) && time_of(r) ? (double)time_of(one) / (double)time_of(r) : NAN;
}

/* One trial has no spread, and says no more than the fastest of some. */
static bool is_noise(const struct sw_real_run *a, const struct sw_real_run *b)
{
    double ratio = time_of(a) ? (double)time_of(b) / (double)time_of(a) : NAN;
    if (a->trials > 1 && b->trials > 1)
        return a->time_ns <= b->most_ns && b->time_ns <= a->most_ns;
    return ratio <= 1 + ONCE && ratio >= 1 / (1 + ONCE);
}

int sw_real_changes(struct sw_real_change **changes, size_t *n, const struct sw_profile *before,
                    const struct sw_profile *after)
{
    *n = 0;
    *changes = calloc(after->n_real + 1, sizeof **changes);
    if (!*changes)
        return -ENOMEM;
    for (size_t i = 0; i < after->n_real; i++) {
        const struct sw_real_run *b = &after->real[i], *a = run_on(before, b->processors);
        if (a)
            (*changes)[(*n)++] =
                (struct sw_real_change){.processors = b->processors,
                                        .time = sw_change_make(time_of(a), time_of(b)),
                                        .speedup_before = speedup(before, a),
                                        .speedup_after = speedup(after, b),
                                        .is_noise = is_noise(a, b)};
    }
    return 0;
}
