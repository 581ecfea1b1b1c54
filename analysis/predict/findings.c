/* Which plan is best, what bounds it; then the causes of what it loses (predict_causes.c), the largest first. */
#include "analysis/predict/parts.h"
#include "analysis/predict/tree_sites.h"

#define SCALES     0.90 /* an efficiency that leaves little to say */
#define MORE_SPEED 1.05 /* between two numbers of processors: less is none */

static const struct sw_predicted *worst_of(const struct sw_prediction *p, size_t processors)
{
    const struct sw_predicted *worst = sw_predicted_at(p, 0, processors);
    for (size_t i = 1; i < p->options.n_plans; i++)
        if (isnan(sw_predicted_speedup(worst)) ||
            sw_predicted_speedup(sw_predicted_at(p, i, processors)) < sw_predicted_speedup(worst))
            worst = sw_predicted_at(p, i, processors);
    return worst;
}

static size_t index_of(const struct sw_prediction *p, unsigned processors)
{
    size_t i = 0;
    while (p->options.processors[i] != processors)
        i++;
    return i;
}

/* Whether a plan is best on a number of processors (an index), and the one that is best at the focus is worse. */
static bool is_better_there(const struct sw_predict_maker *m, size_t plan, size_t at)
{
    const struct sw_prediction *p = m->prediction;
    const struct sw_predicted *best = sw_prediction_best(p, at);
    const struct sw_predicted *same =
        sw_predicted_at(p, (size_t)(m->focus->plan - p->options.plans), at);
    return best->plan == &p->options.plans[plan] &&
           sw_predicted_speedup(best) >= SW_PLANS_ALIKE * sw_predicted_speedup(same);
}

/* Where another plan is better on other numbers: "; Cilk is better on 64, 128". */
static struct sw_sentence *say_others(const struct sw_predict_maker *m)
{
    const struct sw_predict_options *o = &m->prediction->options;
    struct sw_sentence *others = NULL;
    for (size_t k = 0; k < o->n_plans; k++) {
        bool is_first = true;
        for (size_t i = 0; i < o->n_processors; i++) {
            if (!is_better_there(m, k, i))
                continue;
            others = is_first
                         ? SW_SAY(BETTER_ON, others, sw_plan_say(&o->plans[k]), o->processors[i])
                         : SW_SAY(AND_ON, others, o->processors[i]);
            is_first = false;
        }
    }
    return others;
}

static struct sw_sentence *say_best(const struct sw_predict_maker *m, double best)
{
    const struct sw_prediction *p = m->prediction;
    const struct sw_predicted *worst = worst_of(p, index_of(p, m->focus->processors));
    double least = sw_predicted_speedup(worst);
    bool has_plans = p->options.n_plans > 1;
    unsigned n = m->focus->processors;
    if (best < MORE_SPEED)
        return SW_SAY(NOT_WORTH_IT, n, best < 1, best, has_plans, sw_plan_say(m->focus->plan));
    if (has_plans && best < SW_PLANS_ALIKE * least)
        return SW_SAY(PLANS_ALIKE, n, best);
    if (has_plans)
        return SW_SAY(BEST_PLAN, n, sw_plan_say(m->focus->plan), best, sw_plan_say(worst->plan),
                      least, say_others(m));
    return SW_SAY(ONE_PLAN, sw_plan_say(m->focus->plan), n, best);
}

static void find_best(const struct sw_predict_maker *m)
{
    double best = sw_predicted_speedup(m->focus);
    sw_findings_add(m->findings, SW_FINDING_BEST, SW_INFO, SW_NO_SITE, say_best(m, best));
    sw_predict_set_worth(m, best);
    if (best >= MORE_SPEED)
        sw_predict_find_insert(m);
}

static void find_bound(const struct sw_predict_maker *m)
{
    const struct sw_prediction *p = m->prediction;
    double bound = sw_prediction_bound(p);
    char lock[SW_TREE_NAME];
    if (!(bound < 2.0 * m->focus->processors))
        return;
    if (p->locked > p->span)
        sw_findings_add(m->findings, SW_FINDING_LOCK, SW_ADVICE, SW_NO_SITE,
                        SW_SAY(BOUND_BY_LOCK, bound, p->locked / p->work,
                               sw_tree_lock_name(p->tree, p->lock, lock)));
    else
        sw_findings_add(m->findings, SW_FINDING_PARALLELISM, SW_ADVICE, SW_NO_SITE,
                        SW_SAY(BOUND_BY_SPAN, bound, sw_rounded(p->span)));
}

/* Nothing is left out in silence. */
static void find_left_out(const struct sw_predict_maker *m)
{
    const struct sw_prediction *p = m->prediction;
    size_t all = p->options.n_plans * p->options.n_processors;
    if (p->n_left_out)
        sw_findings_add(m->findings, SW_FINDING_PARTLY, SW_WARNING, SW_NO_SITE,
                        SW_SAY(LEFT_OUT, p->n_left_out, all));
}

static void find_knee(const struct sw_predict_maker *m)
{
    const struct sw_prediction *p = m->prediction;
    size_t n = p->options.n_processors;
    for (size_t i = 0; i + 1 < n; i++) {
        double here = sw_predicted_speedup(sw_prediction_best(p, i)), most = 0;
        if (isnan(here))
            continue;
        for (size_t k = i + 1; k < n; k++)
            most = fmax(most, sw_predicted_speedup(sw_prediction_best(p, k)));
        if (most > MORE_SPEED * here || most == 0)
            continue;
        if (here < MORE_SPEED)
            return; /* there is no gain at all, which has been said */
        sw_findings_add(m->findings, SW_FINDING_KNEE, SW_INFO, SW_NO_SITE,
                        SW_SAY(KNEE_AT_MOST, p->options.processors[i], here, most));
        return;
    }
}

static void find_causes(const struct sw_predict_maker *m)
{
    enum sw_why order[SW_WHY_CAUSES];
    const double *lost = m->emulation->lost;
    double whole = m->emulation->time * m->focus->processors;
    for (int i = 0; i < SW_WHY_CAUSES; i++) {
        int k = i;
        for (; k > 0 && lost[order[k - 1]] < lost[i]; k--)
            order[k] = order[k - 1];
        order[k] = (enum sw_why)i;
    }
    for (int i = 0; i < SW_WHY_CAUSES; i++)
        if (lost[order[i]] >= SW_PREDICT_WORTH * whole)
            sw_predict_find_cause(m, order[i]);
}

int sw_predict_findings(struct sw_findings *findings, const struct sw_prediction *prediction,
                        const struct sw_units *units)
{
    struct sw_predict_maker m = {
        .findings = findings, .prediction = prediction, .focus = sw_prediction_focus(prediction)};
    *findings = (struct sw_findings){.units = *units, .certainty = SW_CERTAIN_SIMULATED};
    m.emulation = sw_predicted_emulation(m.focus);
    findings->error = sw_tree_shares_make(&m.shares, prediction->tree);
    if (!findings->error) {
        find_best(&m);
        find_left_out(&m);
        find_bound(&m);
        find_causes(&m);
        find_knee(&m);
        sw_tree_shares_release(&m.shares);
    }
    int error = findings->error;
    if (error)
        sw_findings_release(findings);
    return error;
}
