/* Which plan is best, what bounds it; then the causes of what it loses (causes.c), the largest first. */
#include "analysis/predict/parts.h"
#include "analysis/predict/tree_sites.h"

#define MORE_SPEED 1.05 /* between two numbers of processors: less is none */

/* What to write into the source for the speedup that is predicted, and where: at the section with the most work. */

/* Of those of the paradigm that are as good as the best: the first, which is written most simply, or else the best of them; the
 * focus' where there is none. */
static const struct sw_plan *choose(const struct sw_predict_maker *m, enum sw_paradigm paradigm)
{
    const struct sw_prediction *p = m->prediction;
    const struct sw_predicted *best = NULL;
    double wanted = sw_predicted_speedup(m->focus) / SW_PLANS_ALIKE;
    size_t at = sw_prediction_index(p, m->focus->processors);
    for (size_t i = 0; i < p->options.n_plans; i++) {
        const struct sw_predicted *cell = sw_predicted_at(p, i, at);
        if (cell->plan->paradigm != paradigm)
            continue;
        if (!best && sw_predicted_speedup(cell) >= wanted)
            return cell->plan;
        if (!best || sw_predicted_speedup(cell) > sw_predicted_speedup(best))
            best = cell;
    }
    return best && sw_predicted_speedup(best) >= wanted ? best->plan : m->focus->plan;
}

/* The section with the most work that has a line; 0: none. */
static uint32_t chief_site(const struct sw_predict_maker *m, size_t *others)
{
    const struct sw_program_tree *tree = m->prediction->tree;
    uint32_t best = 0;
    *others = 0;
    for (uint32_t i = 1; i < tree->n_sites; i++) {
        double work = m->shares.sections[i].work;
        if (!(work > 0) || !tree->sites[i].line)
            continue;
        if (work >= SW_PREDICT_WORTH * m->prediction->work)
            ++*others;
        if (!best || work > m->shares.sections[best].work)
            best = i;
    }
    if (best && m->shares.sections[best].work >= SW_PREDICT_WORTH * m->prediction->work)
        --*others;
    return best;
}

/* What the sections of a site are: all of one schedule, and whether their tasks are at one place, as a loop's are. */
struct look {
    enum sw_section_schedule schedule;
    uint32_t task; /* site */
    bool is_loop;
};

static void look_at_tasks(const struct sw_program_tree *tree, const struct sw_node *node,
                          struct look *look)
{
    for (uint32_t i = 0; i < node->n_items; i++) {
        const struct sw_node *item = &tree->nodes[tree->items[node->first + i].node];
        if (item->kind == SW_NODE_GROUP)
            look_at_tasks(tree, item, look);
        if (item->kind != SW_NODE_TASK)
            continue;
        look->is_loop &= !look->task || look->task == item->site;
        look->task = item->site;
    }
}

static struct look look_at(const struct sw_program_tree *tree, uint32_t site)
{
    struct look look = {.schedule = SW_SECTION_ANY, .is_loop = true};
    for (size_t i = 1; i < tree->n_nodes; i++) {
        const struct sw_node *node = &tree->nodes[i];
        if (node->kind != SW_NODE_SECTION || node->site != site)
            continue;
        look.schedule = (enum sw_section_schedule)node->schedule;
        look_at_tasks(tree, node, &look);
    }
    return look;
}

/* In the order of the sentence. */
enum code { PARALLEL_FOR, TASK, CILK_FOR, CILK_SPAWN, NEW_SCHEDULE, NOTHING };

/* What makes code parallel that is not yet. */
static enum code code_of(const struct sw_plan *plan, const struct look *look)
{
    if (plan->paradigm == SW_PARADIGM_CILK)
        return look->is_loop ? CILK_FOR : CILK_SPAWN;
    if (!look->is_loop || plan->paradigm == SW_PARADIGM_OMP_TASK)
        return TASK;
    return plan->schedule == SW_SECTION_ANY ? NOTHING : PARALLEL_FOR;
}

/* ... and a loop of OpenMP's better, if its schedule, or one that is as good, is not the best. */
static bool wants_schedule(const struct sw_predict_maker *m, const struct look *look)
{
    return look->schedule <= SW_SECTION_GUIDED && m->focus->plan->paradigm == SW_PARADIGM_OMP &&
           choose(m, SW_PARADIGM_OMP)->schedule != SW_SECTION_ANY &&
           m->focus->plan->schedule != SW_SECTION_ANY;
}

static void find_insert(const struct sw_predict_maker *m)
{
    const struct sw_program_tree *tree = m->prediction->tree;
    size_t others;
    uint32_t site = chief_site(m, &others);
    struct look look = site ? look_at(tree, site) : (struct look){.is_loop = true};
    const struct sw_plan *plan = choose(m, look.is_loop ? SW_PARADIGM_OMP : SW_PARADIGM_OMP_TASK);
    enum code code = NOTHING;
    if (site && look.schedule == SW_SECTION_ANY)
        code = code_of(plan, &look);
    else if (site && wants_schedule(m, &look))
        code = NEW_SCHEDULE;
    if (code == NOTHING)
        return;
    char text[SW_FINDING_INSERT], where[SW_TREE_NAME], schedule[SW_PLAN_NAME];
    bool is_usual = code == PARALLEL_FOR && plan->schedule == SW_SECTION_STATIC && !plan->chunk;
    sw_sentence_print(SW_SAY(CODE, code, is_usual ? "" : sw_plan_name(plan, schedule)), text,
                      sizeof text);
    sw_findings_add(m->findings, SW_FINDING_SCHEDULE, SW_ADVICE, SW_NO_SITE,
                    SW_SAY(INSERT, code, text, sw_tree_site_where(tree, site, where), others));
    sw_findings_place(m->findings, tree->sites[site].file, tree->sites[site].line,
                      tree->sites[site].function);
    if (!m->findings->error)
        memcpy(m->findings->items[m->findings->n - 1].insert, text, sizeof text);
}

static const struct sw_predicted *worst_of(const struct sw_prediction *p, size_t processors)
{
    const struct sw_predicted *worst = sw_predicted_at(p, 0, processors);
    for (size_t i = 1; i < p->options.n_plans; i++)
        if (isnan(sw_predicted_speedup(worst)) ||
            sw_predicted_speedup(sw_predicted_at(p, i, processors)) < sw_predicted_speedup(worst))
            worst = sw_predicted_at(p, i, processors);
    return worst;
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
    const struct sw_predicted *worst = worst_of(p, sw_prediction_index(p, m->focus->processors));
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
    sw_findings_add(m->findings, SW_FINDING_BEST, SW_INFO, SW_NO_SITE, say_best(m, best))->worth =
        best;
    if (best >= MORE_SPEED)
        find_insert(m);
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
