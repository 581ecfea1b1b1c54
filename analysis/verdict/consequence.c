#include "analysis/verdict/consequence.h"

#include "analysis/predict/tree_figures.h"

/* As the next of so many emulations. */
static int time_of(const struct sw_program_tree *tree, struct sw_emulation_options options,
                   unsigned processors, size_t left, double *time, double *speedup)
{
    struct sw_emulation e;
    options.processors = processors;
    options.shares = (unsigned)left;
    int error = sw_emulate(tree, &options, &e);
    if (error)
        return error;
    *time = e.time;
    *speedup = sw_emulation_speedup(&e);
    sw_emulation_release(&e);
    return 0;
}

static int figure(const struct sw_program_tree *tree, double *work, double *span)
{
    SW_FREED struct sw_node_figures *figures = sw_tree_figures(tree, 0);
    if (!figures)
        return -ENOMEM;
    *work = figures[sw_program_tree_root(tree)].work;
    *span = figures[sw_program_tree_root(tree)].span;
    return 0;
}

/* On the number of processors with that index. */
static int compare(struct sw_consequence *c, const struct sw_program_tree *tree,
                   const struct sw_program_tree *changed, const struct sw_consequence_options *o,
                   struct sw_emulation_options emulation, size_t i)
{
    struct sw_consequence_on *on = &c->on[c->n_on];
    size_t left = 2 * (o->n_processors - i);
    on->processors = o->processors[i];
    if (o->tell)
        o->tell(2 * i, 2 * o->n_processors);
    int error = time_of(tree, emulation, on->processors, left, &on->before, &on->speedup_before);
    if (o->tell)
        o->tell(2 * i + 1, 2 * o->n_processors);
    if (!error)
        error =
            time_of(changed, emulation, on->processors, left - 1, &on->after, &on->speedup_after);
    on->gain = on->before / on->after;
    c->n_on += !error;
    c->n_left_out += error == -ETIME;
    return error == -ETIME ? 0 : error;
}

int sw_consequence_make(struct sw_consequence *c, const struct sw_program_tree *tree,
                        const struct sw_change_of_sites *changes, size_t n_changes,
                        const struct sw_consequence_options *o)
{
    struct sw_program_tree changed;
    struct sw_emulation_options emulation = o->emulation;
    struct sw_emulation serial;
    sw_emulate_one(tree, &emulation, true, &serial);
    if (!emulation.one)
        emulation.one = &serial; /* of how it was, for what is changed as well */
    *c = (struct sw_consequence){.on = calloc(o->n_processors + 1, sizeof *c->on)};
    int error = c->on ? sw_what_if(&changed, tree, changes, n_changes) : -ENOMEM;
    if (error) {
        sw_consequence_release(c);
        return error;
    }
    error = figure(tree, &c->work_before, &c->span_before);
    if (!error)
        error = figure(&changed, &c->work_after, &c->span_after);
    for (size_t i = 0; !error && i < o->n_processors; i++)
        error = compare(c, tree, &changed, o, emulation, i);
    sw_program_tree_release(&changed);
    if (error)
        sw_consequence_release(c);
    return error;
}

void sw_consequence_release(struct sw_consequence *c)
{
    free(c->on);
    *c = (struct sw_consequence){.on = NULL};
}
