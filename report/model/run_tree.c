/*
 * What the program's tree predicts: speedups by schedule, as curves beside the bounds. Emulated while the report is made, so
 * only where that is a matter of a second; and without what scheduling costs, which is the machine's: `spanwise predict`
 * knows it.
 */
#include "analysis/predict/predict.h"
#include "analysis/predict/tree_figures.h"
#include "report/model/run.h"

enum { MOST_TASKS = 50000, MOST_NODES = 1000000, NUMBERS = 8 };
#define MOST_SECONDS 1.0

static const struct sw_plan open_plans[] = {
    {SW_PARADIGM_OMP, SW_SECTION_STATIC, 0},
    {SW_PARADIGM_OMP, SW_SECTION_DYNAMIC, 1},
    {SW_PARADIGM_OMP, SW_SECTION_GUIDED, 0},
    {SW_PARADIGM_CILK, SW_SECTION_ANY, 0},
};
static const struct sw_plan cilk_plan[] = {{SW_PARADIGM_CILK, SW_SECTION_ANY, 0}};

static int is_annotated(const struct sw_profile *p)
{
    return p->front_end == SW_FRONT_END_ANNOTATE;
}

bool sw_run_has_predictions(const struct sw_document *d, const struct sw_profile *p)
{
    if (d->page.verdict && !is_annotated(p))
        return false;
    if (!p->tree.n_nodes || p->tree.n_nodes > MOST_NODES || p->n_simulations ||
        p->flags & SW_PROFILE_UNMATCHED)
        return false;
    SW_FREED struct sw_node_figures *figures = sw_tree_figures(&p->tree, 0);
    return figures && figures[sw_program_tree_root(&p->tree)].tasks <= MOST_TASKS;
}

/* Up to what there is time for. Returns how many. */
static size_t emulate(const struct sw_program_tree *tree, const struct sw_plan *plan, double until,
                      struct sw_spot spots[NUMBERS])
{
    size_t n = 0;
    struct sw_emulation_budget budget = sw_emulation_budget(tree);
    budget.until = until;
    for (unsigned processors = 1; n < NUMBERS && sw_emulation_now() < until; processors *= 2) {
        struct sw_emulation_options options = {.processors = processors,
                                               .paradigm = plan->paradigm,
                                               .schedule = plan->schedule,
                                               .chunk = plan->chunk,
                                               .budget = &budget};
        struct sw_emulation emulation;
        if (sw_emulate(tree, &options, &emulation))
            break;
        spots[n++] = (struct sw_spot){processors, sw_emulation_speedup(&emulation)};
        sw_emulation_release(&emulation);
    }
    return n;
}

void sw_run_predictions(struct sw_document *d, const struct sw_profile *p)
{
    int is_open = is_annotated(p);
    const struct sw_plan *plans = is_open ? open_plans : cilk_plan;
    size_t n_plans = is_open ? sizeof open_plans / sizeof *open_plans : 1;
    double begin = sw_emulation_now();
    for (size_t i = 0; i < n_plans; i++) {
        char name[SW_PLAN_NAME];
        struct sw_spot spots[NUMBERS];
        /* Each has its part of the time, so that there is something of all. */
        size_t n = emulate(&p->tree, &plans[i],
                           begin + MOST_SECONDS * (double)(i + 1) / (double)n_plans, spots);
        if (n > 1)
            SW_SPOTS(d, sw_plan_name(&plans[i], name), "predicted", spots, n);
    }
}
