/* What a profile comes to, of whatever kind it is. */
#include "analysis/openmp/simulation.h"
#include "analysis/verdict/parts.h"

void sw_conclude_simulated(struct sw_conclusion_maker *m)
{
    const struct sw_finding *scales = sw_findings_first(m->findings, SW_FINDING_SCALES);
    if (scales) { /* what is lost, and where, is little */
        m->conclusion->obstacle = SW_OBSTACLE_NONE;
        sw_conclude_say_finding(m, scales);
    } else {
        sw_conclude_chief(m);
    }
}

static void conclude_simulation(struct sw_conclusion_maker *m)
{
    const struct sw_simulation *chief = sw_profile_chief(m->profile);
    if (chief->processors == 1) {
        sw_conclude_say(m, m->units, SW_SAY(ON_ONE_PROCESSOR, chief->time));
        return;
    }
    if (chief->time)
        sw_conclude_say(m, m->units,
                        SW_SAY(PREDICTED, chief->processors,
                               sw_simulation_speedup(m->profile, chief), chief->time,
                               sw_simulation_has_one(m->profile, chief)));
    sw_conclude_simulated(m);
}

static void conclude_effort(struct sw_conclusion_maker *m)
{
    const struct sw_finding *whole = sw_findings_first(m->findings, SW_FINDING_EFFORT),
                            *wait = sw_findings_first(m->findings, SW_FINDING_WAIT);
    bool is_idle = sw_conclude_has_advice(wait); /* then the rest is the smaller part */
    if (is_idle)
        sw_conclude_say_finding(m, wait);
    if (whole)
        sw_conclude_say_finding(m, whole);
    if (is_idle)
        return;
    if (whole && whole->severity == SW_INFO) /* what parts lose is little */
        m->conclusion->obstacle = SW_OBSTACLE_NONE;
    else
        sw_conclude_chief(m);
    if (wait)
        sw_conclude_caution(m, wait);
}

/* One serial run cannot tell it, and who reads that a program scales would believe that it does. */
static void conclude_unseen(struct sw_conclusion_maker *m)
{
    bool saw_locks = m->profile->flags & SW_PROFILE_SAW_LOCKS;
    if (m->conclusion->obstacle == SW_OBSTACLE_NONE)
        sw_conclude_say(m, m->units, SW_SAY(UNSEEN_BY_RUN, saw_locks));
}

static bool is_nothing(const struct sw_profile *p)
{
    return !p->whole.work && !p->n_simulations && !sw_profile_is_effort(p);
}

/* An OpenMP program that failed before it came to what is parallel: it may refuse so many threads. */
static bool has_refused(const struct sw_profile *p)
{
    return p->n_simulations && !sw_profile_chief(p)->regions && p->status;
}

static const struct sw_finding *find_growth(const struct sw_findings *findings)
{
    for (size_t i = 0; i < findings->n; i++)
        if (findings->items[i].kind == SW_FINDING_INFLATED_SITE &&
            sw_conclude_has_advice(&findings->items[i]))
            return &findings->items[i];
    return NULL;
}

int sw_conclusion_make(struct sw_conclusion *conclusion, const struct sw_profile *profile,
                       const struct sw_findings *findings, const struct sw_units *units)
{
    struct sw_conclusion_maker m = {conclusion, profile, findings, units, false};
    const struct sw_finding *grown = find_growth(findings);
    sw_conclude_begin(&m);
    if (is_nothing(profile)) {
        sw_conclude_say(&m, units, SW_SAY(NOTHING_MEASURED));
    } else if (sw_profile_is_effort(profile)) {
        conclude_effort(&m);
    } else if (profile->flags & SW_PROFILE_IN_REGION) {
        sw_conclude_say(&m, units, SW_SAY(UNKNOWN_IN_REGION));
    } else if (sw_findings_first(findings, SW_FINDING_UNPREDICTABLE)) {
        ; /* it is said, as what to doubt */
    } else if (has_refused(profile)) {
        sw_conclude_say(&m, units, SW_SAY(UNKNOWN_REFUSED));
    } else if (profile->n_simulations) {
        conclude_simulation(&m);
    } else if (!sw_units_is_length(units)) {
        sw_conclude_say(&m, units, SW_SAY(COUNTS_NO_TIME, units->unit));
    } else if (grown) {
        sw_conclude_bound(&m);
        conclusion->obstacle = SW_OBSTACLE_MEMORY;
        sw_conclude_say_finding(&m, grown);
        sw_conclude_at(&m, grown);
    } else {
        sw_conclude_span(&m);
        conclude_unseen(&m);
    }
    sw_conclude_doubts(&m);
    return sw_conclude_end(&m);
}
