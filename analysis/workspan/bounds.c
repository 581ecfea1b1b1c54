#include "analysis/workspan/bounds.h"

#define SHORT_STRAND 500  /* instructions: Cilkview's limit */
#define SHORT_NS     200  /* the same, in time */
#define MANY_SPAWNS  1000 /* below, short strands cost nothing worth a word */

uint64_t sw_answer_processors(const struct sw_profile *p)
{
    const struct sw_simulation *chief = sw_profile_chief(p);
    uint64_t asked = chief ? chief->processors : p->circumstances.answers_for;
    return asked ? asked : SW_TYPICAL_PROCESSORS;
}

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

bool sw_has_short_strands(const struct sw_profile *profile)
{
    const struct sw_figures *whole = &profile->whole;
    bool is_time = !strcmp(profile->unit, "ns");
    return whole->spawns >= MANY_SPAWNS &&
           sw_average_maximal_strand(whole) < (is_time ? SHORT_NS : SHORT_STRAND);
}

double sw_greedy_time(double work, double span, double processors)
{
    return work / processors + (1 - 1 / processors) * span;
}

struct sw_speedup sw_speedup_bounds(const struct sw_figures *figures, uint64_t processors)
{
    struct sw_speedup speedup = {processors, NAN, NAN};
    double work = (double)figures->work, p = (double)processors;
    if (!figures->work || !figures->span || !processors)
        return speedup;
    speedup.upper = fmin(p, sw_parallelism(figures->work, figures->span));
    speedup.lower = work / sw_greedy_time(work, (double)figures->burdened_span, p);
    return speedup;
}
