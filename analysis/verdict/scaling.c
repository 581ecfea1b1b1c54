/* What measured speedups come to. */
#include "analysis/compare/scaling.h"
#include "analysis/verdict/parts.h"
#include "analysis/workspan/sites.h"

/* The last of those out of the range, where they are furthest apart; else the last. */
static const struct sw_point *telling(const struct sw_scaling *s)
{
    const struct sw_point *point = sw_scaling_widest(s);
    for (size_t i = 0; i < s->n_points; i++)
        if (s->points[i].verdict == SW_AGREEMENT_BELOW ||
            s->points[i].verdict == SW_AGREEMENT_ABOVE)
            point = &s->points[i];
    return point;
}

static void conclude_measured(struct sw_conclusion_maker *m, const struct sw_scaling *s)
{
    const struct sw_point *p = telling(s);
    if (!p || p->verdict < SW_AGREEMENT_WITHIN || p->verdict > SW_AGREEMENT_ABOVE)
        sw_conclude_say_some(m, SW_FINDING_MEASURED);
    else
        sw_conclude_say(m, m->units,
                        SW_SAY(RAN, p->workers, p->speedup,
                               p->verdict == SW_AGREEMENT_WITHIN && !sw_point_is_central(p),
                               p->verdict - SW_AGREEMENT_WITHIN, p->lower, p->upper));
}

/* Work and span are not the reason. */
static void conclude_unexplained(struct sw_conclusion_maker *m, const struct sw_scaling *s)
{
    const struct sw_point *point = telling(s);
    if (sw_scaling_is_below(s))
        sw_conclude_say_some(m, SW_FINDING_CAUSES);
    else if (point && point->verdict == SW_AGREEMENT_ABOVE)
        sw_conclude_say_some(m, SW_FINDING_MEASURED);
    sw_conclude_chief(m);
}

int sw_conclusion_of_scaling(struct sw_conclusion *conclusion, const struct sw_scaling *scaling,
                             const struct sw_findings *findings)
{
    const struct sw_profile *profile = scaling->profile;
    struct sw_units units = {profile ? sw_string(profile->unit) : "ns", 1};
    struct sw_conclusion_maker m = {conclusion, profile, findings, &units, false};
    sw_conclude_begin(&m);
    conclude_measured(&m, scaling);
    if (sw_scaling_is_explained(scaling) && sw_scaling_is_simulated(scaling))
        sw_conclude_simulated(&m);
    else if (sw_scaling_is_explained(scaling))
        sw_conclude_span(&m);
    else
        conclude_unexplained(&m, scaling);
    sw_conclude_doubts(&m);
    return sw_conclude_end(&m);
}
