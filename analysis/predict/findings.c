/* Which plan is best, what bounds it; then the causes of what it loses (predict_causes.c), the largest first. */
#include "analysis/predict/parts.h"
#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/bounds.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WORTH_SAYING 0.03 /* of the processors' time */
#define SCALES       0.90 /* an efficiency that leaves little to say */
#define SAME         1.01 /* speedups that are no different */
#define MORE_SPEED   1.05 /* between two numbers of processors: less is none */

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
           sw_predicted_speedup(best) >= SAME * sw_predicted_speedup(same);
}

/* Where another plan is better on other numbers: "; Cilk is better on 64, 128". */
static void say_others(const struct sw_predict_maker *m, char *text, size_t size)
{
    const struct sw_prediction *p = m->prediction;
    char name[SW_PLAN_NAME];
    size_t at = 0;
    *text = 0;
    for (size_t k = 0; k < p->options.n_plans; k++) {
        bool is_first = true;
        for (size_t i = 0; i < p->options.n_processors && at < size; i++) {
            if (!is_better_there(m, k, i))
                continue;
            if (is_first)
                at += (size_t)snprintf(text + at, size - at, "; %s is better on %u",
                                       sw_plan_spoken(&p->options.plans[k], name),
                                       p->options.processors[i]);
            else
                at += (size_t)snprintf(text + at, size - at, ", %u", p->options.processors[i]);
            is_first = false;
        }
    }
}

static void find_best(const struct sw_predict_maker *m)
{
    const struct sw_prediction *p = m->prediction;
    const struct sw_predicted *worst = worst_of(p, index_of(p, m->focus->processors));
    char name[SW_PLAN_NAME], other[SW_PLAN_NAME], others[256];
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], n[SW_UNITS_SIZE];
    double best = sw_predicted_speedup(m->focus), least = sw_predicted_speedup(worst);
    sw_plan_spoken(m->focus->plan, name);
    sw_units_some(m->focus->processors, "processor", n);
    if (best < MORE_SPEED) {
        sw_findings_add(m->findings, SW_FINDING_BEST, SW_INFO, SW_NO_SITE,
                        "not worth it as it is: on %s it would be %s than the serial "
                        "program, %s times as fast%s (%s, emulated)",
                        n, best < 1 ? "slower" : "no faster", sw_units_ratio(best, a),
                        p->options.n_plans > 1 ? " at best" : "", name);
    } else if (p->options.n_plans > 1 && best < SAME * least) {
        sw_findings_add(m->findings, SW_FINDING_BEST, SW_INFO, SW_NO_SITE,
                        "all plans come to the same on %s: %s times as fast (emulated)", n,
                        sw_units_ratio(best, a));
    } else if (p->options.n_plans > 1) {
        say_others(m, others, sizeof others);
        sw_findings_add(m->findings, SW_FINDING_BEST, SW_INFO, SW_NO_SITE,
                        "best on %s is %s: %s times as fast (emulated), where %s comes "
                        "to %s%s",
                        n, name, sw_units_ratio(best, a), sw_plan_spoken(worst->plan, other),
                        sw_units_ratio(least, b), others);
    } else {
        sw_findings_add(m->findings, SW_FINDING_BEST, SW_INFO, SW_NO_SITE,
                        "%s on %s makes it %s times as fast (emulated)", name, n,
                        sw_units_ratio(best, a));
    }
    m->findings->items[m->findings->n - 1].worth = best;
}

static void find_bound(const struct sw_predict_maker *m)
{
    const struct sw_prediction *p = m->prediction;
    double bound = sw_prediction_bound(p);
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], lock[SW_TREE_NAME];
    if (!(bound < 2.0 * m->focus->processors))
        return;
    if (p->locked > p->span)
        sw_findings_add(m->findings, SW_FINDING_LOCK, SW_ADVICE, SW_NO_SITE,
                        "no number of processors makes it more than %s times faster (a bound): "
                        "%.0f%% of the work is done while holding the lock '%s'",
                        sw_units_ratio(bound, a), 100 * p->locked / p->work,
                        sw_tree_lock_name(p->tree, p->lock, lock));
    else
        sw_findings_add(m->findings, SW_FINDING_PARALLELISM, SW_ADVICE, SW_NO_SITE,
                        "too little parallelism: no number of processors makes it more than %s "
                        "times faster (a bound: the work over the span, which is %s)",
                        sw_units_ratio(bound, a),
                        sw_units_spoken(m->units, sw_rounded(p->span), b));
}

/* Nothing is left out in silence. */
static void find_left_out(const struct sw_predict_maker *m)
{
    const struct sw_prediction *p = m->prediction;
    size_t all = p->options.n_plans * p->options.n_processors;
    if (p->n_left_out)
        sw_findings_add(m->findings, SW_FINDING_PARTLY, SW_WARNING, SW_NO_SITE,
                        "%zu of %zu predictions are left out ('-'): the tree stands for so many "
                        "tasks that going through them would have taken too long; --time=SECONDS "
                        "allows more, fewer processors (-P) or one plan (--paradigm) take less",
                        p->n_left_out, all);
}

static void find_knee(const struct sw_predict_maker *m)
{
    const struct sw_prediction *p = m->prediction;
    size_t n = p->options.n_processors;
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE];
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
                        "more than %u processor%s gain%s nothing: the speedup is %s there, and at "
                        "most %s on more",
                        p->options.processors[i], p->options.processors[i] == 1 ? "" : "s",
                        p->options.processors[i] == 1 ? "s" : "", sw_units_ratio(here, a),
                        sw_units_ratio(most, b));
        return;
    }
}

static void find_causes(const struct sw_predict_maker *m)
{
    enum sw_emulated_loss order[SW_EMULATED_LOSSES];
    const double *lost = m->emulation->lost;
    double whole = m->emulation->time * m->focus->processors;
    for (int i = 0; i < SW_EMULATED_LOSSES; i++) {
        int k = i;
        for (; k > 0 && lost[order[k - 1]] < lost[i]; k--)
            order[k] = order[k - 1];
        order[k] = (enum sw_emulated_loss)i;
    }
    for (int i = 0; i < SW_EMULATED_LOSSES; i++)
        if (lost[order[i]] >= WORTH_SAYING * whole)
            sw_predict_find_cause(m, order[i]);
}

int sw_predict_findings(struct sw_findings *findings, const struct sw_prediction *prediction,
                        const struct sw_units *units)
{
    struct sw_predict_maker m = {.findings = findings,
                                 .prediction = prediction,
                                 .units = units,
                                 .focus = sw_prediction_focus(prediction)};
    *findings = (struct sw_findings){NULL, 0, 0};
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
