#include "analysis/predict/predict.h"

#include "analysis/predict/tree_figures.h"

#define SAME         1e-9 /* of a speedup: no difference */
#define LATER_SHARES 8    /* what is emulated for a finding: of what the table has left */

char *sw_plan_name(const struct sw_plan *plan, char name[SW_PLAN_NAME])
{
    static const char *const schedules[SW_SECTIONS] = {[SW_SECTION_ANY] = "as written",
                                                       [SW_SECTION_STATIC] = "static",
                                                       [SW_SECTION_DYNAMIC] = "dynamic",
                                                       [SW_SECTION_GUIDED] = "guided"};
    if (plan->paradigm == SW_PARADIGM_CILK)
        snprintf(name, SW_PLAN_NAME, "Cilk");
    else if (plan->paradigm == SW_PARADIGM_OMP_TASK)
        snprintf(name, SW_PLAN_NAME, "omp tasks");
    else if (plan->chunk)
        snprintf(name, SW_PLAN_NAME, "%s,%u", schedules[plan->schedule], plan->chunk);
    else
        snprintf(name, SW_PLAN_NAME, "%s", schedules[plan->schedule]);
    return name;
}

struct sw_sentence *sw_plan_say(const struct sw_plan *plan)
{
    char name[SW_PLAN_NAME];
    return plan->paradigm == SW_PARADIGM_OMP && plan->schedule == SW_SECTION_ANY
               ? SW_SAY(PLAN_AS_WRITTEN)
               : SW_SAY(PLAN, sw_plan_name(plan, name));
}

const struct sw_predicted *sw_predicted_at(const struct sw_prediction *p, size_t plan,
                                           size_t processors)
{
    return &p->cells[plan * p->options.n_processors + processors];
}

const struct sw_emulation *sw_predicted_emulation(const struct sw_predicted *cell)
{
    return cell->has_memory ? &cell->with_memory : &cell->emulation;
}

double sw_predicted_speedup(const struct sw_predicted *cell)
{
    return sw_emulation_speedup(sw_predicted_emulation(cell));
}

const struct sw_predicted *sw_prediction_best(const struct sw_prediction *p, size_t processors)
{
    const struct sw_predicted *best = sw_predicted_at(p, 0, processors);
    for (size_t i = 1; i < p->options.n_plans; i++) {
        const struct sw_predicted *cell = sw_predicted_at(p, i, processors);
        if (isnan(sw_predicted_speedup(best)) ||
            sw_predicted_speedup(cell) > sw_predicted_speedup(best) * (1 + SAME))
            best = cell;
    }
    return best;
}

size_t sw_prediction_index(const struct sw_prediction *p, unsigned processors)
{
    size_t i = 0;
    while (i + 1 < p->options.n_processors && p->options.processors[i] != processors)
        i++;
    return i;
}

const struct sw_predicted *sw_prediction_focus(const struct sw_prediction *p)
{
    return sw_prediction_best(p, sw_prediction_index(p, p->options.focus));
}

double sw_prediction_bound(const struct sw_prediction *p)
{
    double least = fmax(p->span, p->locked);
    return least > 0 ? p->one / least : NAN;
}

static const double *burden_at(const struct sw_prediction *p, unsigned processors)
{
    for (size_t i = 0; p->options.burdens && i < p->options.n_processors; i++)
        if (p->options.processors[i] == processors)
            return p->options.burdens[i];
    return NULL;
}

static struct sw_emulation_options options_of(const struct sw_prediction *p,
                                              const struct sw_plan *plan, unsigned processors)
{
    return (struct sw_emulation_options){.processors = processors,
                                         .paradigm = plan->paradigm,
                                         .schedule = plan->schedule,
                                         .chunk = plan->chunk,
                                         .override = plan->schedule != SW_SECTION_ANY,
                                         .nested = p->options.nested,
                                         .overheads = p->options.overheads,
                                         .budget = p->options.budget,
                                         .one = p->options.one,
                                         .shares = LATER_SHARES};
}

int sw_prediction_emulate(const struct sw_prediction *p, const struct sw_program_tree *tree,
                          const struct sw_plan *plan, unsigned processors, bool costless,
                          struct sw_emulation *emulation)
{
    struct sw_emulation_options options = options_of(p, plan, processors);
    if (costless)
        options.overheads = NULL;
    options.burden = burden_at(p, processors);
    return sw_emulate(tree, &options, emulation);
}

/* As the next of so many. */
static int predict_cell(const struct sw_prediction *p, struct sw_predicted *cell, size_t left)
{
    struct sw_emulation_options options = options_of(p, cell->plan, cell->processors);
    options.shares = (unsigned)(p->options.burdens ? 2 * left : left);
    int error = sw_emulate(p->tree, &options, &cell->emulation);
    options.burden = burden_at(p, cell->processors);
    if (error || !options.burden)
        return error;
    error = sw_emulate(p->tree, &options, &cell->with_memory);
    cell->has_memory = !error;
    return error;
}

int sw_predict(struct sw_prediction *p, const struct sw_program_tree *tree,
               const struct sw_predict_options *options)
{
    size_t n = options->n_plans * options->n_processors;
    int error = 0;
    *p = (struct sw_prediction){.tree = tree, .options = *options};
    SW_FREED struct sw_node_figures *figures = sw_tree_figures(tree, 0);
    p->cells = calloc(n ? n : 1, sizeof *p->cells);
    if (!p->cells || !figures)
        error = -ENOMEM;
    if (!error) {
        const struct sw_node_figures *root = &figures[sw_program_tree_root(tree)];
        p->work = root->work;
        p->one = options->one ? options->one->time : root->work;
        p->span = root->span;
        p->tasks = root->tasks;
        p->locked = sw_tree_lock_bound(tree, &p->lock);
    }
    for (size_t i = 0; !error && i < n; i++) {
        if (options->tell)
            options->tell(i, n);
        p->cells[i].plan = &options->plans[i / options->n_processors];
        p->cells[i].processors = options->processors[i % options->n_processors];
        error = predict_cell(p, &p->cells[i], n - i + 1); /* one for the findings */
        if (error == -ETIME) {
            p->n_left_out++;
            error = 0;
        }
    }
    if (!error && n && isnan(sw_predicted_speedup(sw_prediction_focus(p))) && p->n_left_out)
        error = -ETIME;
    if (error)
        sw_prediction_release(p);
    return error;
}

void sw_prediction_release(struct sw_prediction *p)
{
    size_t n = p->options.n_plans * p->options.n_processors;
    for (size_t i = 0; p->cells && i < n; i++) {
        sw_emulation_release(&p->cells[i].emulation);
        if (p->cells[i].has_memory)
            sw_emulation_release(&p->cells[i].with_memory);
    }
    free(p->cells);
    p->cells = NULL;
}
