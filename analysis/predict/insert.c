/* What to write into the source for the speedup that is predicted, and where: at the section with the most work. */
#include "analysis/predict/parts.h"
#include "analysis/predict/tree_sites.h"

/* Of those of the paradigm that are as good as the best: the first, which is written most simply, or else the best of them; the
 * focus' where there is none. */
static const struct sw_plan *choose(const struct sw_predict_maker *m, enum sw_paradigm paradigm)
{
    const struct sw_prediction *p = m->prediction;
    const struct sw_predicted *best = NULL;
    double wanted = sw_predicted_speedup(m->focus) / SW_PLANS_ALIKE;
    size_t at = 0;
    while (p->options.processors[at] != m->focus->processors)
        at++;
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

void sw_predict_find_insert(const struct sw_predict_maker *m)
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
