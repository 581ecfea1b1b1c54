#include "analysis/bounds.h"

#include <math.h>

/* Twice Cilkview's span coefficient of 0.85. */
#define SPAN_FACTOR 1.7

void sw_figures_add(struct sw_figures *sum, const struct sw_figures *more)
{
    sum->count += more->count;
    sum->work += more->work;
    sum->span += more->span;
    sum->burdened_span += more->burdened_span;
    sum->spawns += more->spawns;
    sum->syncs += more->syncs;
}

double sw_parallelism(uint64_t work, uint64_t span)
{
    return span ? (double)work / (double)span : NAN;
}

uint64_t sw_average_maximal_strand(const struct sw_figures *figures)
{
    unsigned __int128 strands = figures->spawns;
    strands = 1 + 2 * strands + figures->syncs;
    return (uint64_t)(figures->work / strands);
}

struct sw_speedup sw_speedup_bounds(const struct sw_figures *figures, uint64_t processors)
{
    struct sw_speedup speedup = {processors, NAN, NAN};
    double work = (double)figures->work, p = (double)processors;
    if (!figures->work || !figures->span || !processors)
        return speedup;
    speedup.upper = fmin(p, sw_parallelism(figures->work, figures->span));
    speedup.lower = work / (work / p + SPAN_FACTOR * (double)figures->burdened_span);
    if (processors == 1) /* speedups are over it */
        speedup.lower = speedup.upper;
    return speedup;
}
