#include "analysis/workspan/noise.h"

#define ONCE         0.05 /* of what one run says of work, ... */
#define ONCE_MAXIMUM 0.10 /* ... and of a maximum of many strands */
#define LEAST        0.01 /* however close its runs are */
#define BETWEEN      0.02 /* measurements: clocks, addresses */
#define SAME_CODE    0.01 /* part of the instructions by which runs of the same code may differ, ... */
#define SAME_COST    0.15 /* ... and of the time that these take on one day and another; ... */
#define SAME_RATIO   0.04 /* ... a ratio of two times varies less */

static double width(const struct sw_interval *i)
{
    return i->least ? (double)i->most / (double)i->least - 1 : 0;
}

double sw_noise(const struct sw_profile *p, enum sw_noisy figure)
{
    const struct sw_steadiness *s = &p->steadiness;
    const struct sw_interval *intervals[] = {&s->work, &s->span, &s->parallelism};
    if (!strncmp(p->meter, "instructions", strlen("instructions")))
        return 0; /* they are counted one by one */
    if (!s->runs)
        return figure == SW_NOISY_WORK ? ONCE : ONCE_MAXIMUM;
    double noise = width(intervals[figure]);
    return noise > LEAST ? noise : LEAST;
}

static bool is_near(uint64_t a, uint64_t b)
{
    double more = (double)(a > b ? a : b), less = (double)(a > b ? b : a);
    return a && b && more <= less * (1 + SAME_CODE);
}

static bool is_same_code(const struct sw_profile *a, const struct sw_profile *b)
{
    return is_near(a->steadiness.instructions, b->steadiness.instructions) &&
           is_near(a->steadiness.span_instructions, b->steadiness.span_instructions);
}

bool sw_noise_explains(const struct sw_profile *before, const struct sw_profile *after,
                       enum sw_noisy figure, double ratio)
{
    double noise = sw_noise(before, figure) + sw_noise(after, figure);
    if (noise > 0)
        noise += BETWEEN;
    if (noise > 0 && is_same_code(before, after))
        noise += figure == SW_NOISY_PARALLELISM ? SAME_RATIO : SAME_COST;
    return !(ratio > 1 + noise ||
             ratio < 1 / (1 + noise)); /* where there is none, nothing differs */
}
