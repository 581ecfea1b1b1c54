#include "analysis/predict/fixed.h"

#include "analysis/predict/what_if.h"

#define FULL  1.05 /* times a processor's share of all: no other length is looked for */
#define FINER 4    /* from one least length to the next, ... */
#define WORSE 2    /* ... until so many in a row take longer than a coarser one */

/* All but locks. */
static struct sw_overheads costs_of_locks(const struct sw_overheads *o)
{
    return (struct sw_overheads){.lock = o->lock,
                                 .lock_moved = o->lock_moved,
                                 .hand_over = o->hand_over,
                                 .hand_over_back = o->hand_over_back,
                                 .section = o->section,
                                 .hand_over_empty = o->hand_over_empty};
}

/* Those of starting tasks, which remain where there are fewer of them. */
static struct sw_overheads costs_of_tasks(struct sw_overheads o)
{
    o.fork = o.fork_thread = o.barrier = o.barrier_thread = o.chunk = o.region_of_one = 0;
    o.nested_of_one = o.barrier_of_one = o.fork_nested = o.join_nested = 0;
    o.chunk_of_one = o.chunk_static = 0;
    return o;
}

/* What is spread in a program without tasks is so by loops, which its threads share for next to nothing. */
static struct sw_overheads costs_without_tasks(struct sw_overheads o)
{
    o.task = o.task_make = o.task_at_once = o.task_wait = o.task_again = o.task_taken = 0;
    o.task_part = o.queue_moved = o.queue_busy = o.queue_wake = 0;
    return o;
}

static bool has_sections(const struct sw_program_tree *tree, enum sw_section_schedule schedule)
{
    SW_EACH (node, tree->nodes, tree->n_nodes)
        if (node->kind == SW_NODE_SECTION && node->schedule == schedule)
            return true;
    return false;
}

/* Whether there is anything that sw_tree_coarsen() changes. */
static bool has_divided(const struct sw_program_tree *tree)
{
    return has_sections(tree, SW_SECTION_SPAWN) || has_sections(tree, SW_SECTION_LOOP);
}

/* What the runtime costs then. */
static struct sw_overheads costs_with(const struct sw_program_tree *tree,
                                      const struct sw_emulation_options *options, unsigned what)
{
    struct sw_overheads costs = *options->overheads;
    if (what & SW_FIX_COSTS)
        costs = costs_of_locks(&costs);
    else if (what & SW_FIX_GRAIN)
        costs = costs_of_tasks(costs);
    if (what & SW_FIX_PARALLELISM && options->paradigm == SW_PARADIGM_OMP &&
        !has_sections(tree, SW_SECTION_SPAWN))
        costs = costs_without_tasks(costs);
    return costs;
}

/* What is spread inside an OpenMP team reaches its threads as tasks. */
static struct sw_change_of_sites spread(const struct sw_fixing *fixing,
                                        const struct sw_emulation_options *options)
{
    struct sw_change_of_sites change = sw_change_spread(fixing->spread, options);
    change.n_sites = fixing->n_spread;
    change.least *= fmax(1, fixing->longer);
    if (options->paradigm == SW_PARADIGM_OMP)
        change.how = SW_SECTION_SPAWN;
    return change;
}

int sw_tree_fix(struct sw_program_tree *fixed, const struct sw_program_tree *tree,
                const struct sw_emulation_options *options, const struct sw_fixing *m)
{
    struct sw_change_of_sites changes[3];
    struct sw_program_tree lighter = {.shared = 1};
    size_t n = 0;
    int error = 0;
    if (m->what & SW_FIX_PARALLELISM && m->n_spread)
        changes[n++] = spread(m, options);
    if (m->what & SW_FIX_IMBALANCE && m->n_even)
        changes[n++] = (struct sw_change_of_sites){
            .sites = m->even, .n_sites = m->n_even, .parallel = options->processors};
    if (m->what & SW_FIX_CONTENTION && tree->n_locks > 1)
        changes[n++] =
            (struct sw_change_of_sites){.lock = m->lock, .every_lock = !m->lock, .is_free = true};
    bool is_lighter = m->what & (SW_FIX_GRAIN | SW_FIX_COSTS) && m->in_work > 0;
    if (is_lighter)
        error = sw_tree_without_spawns(&lighter, tree, m->in_work);
    error = error ?: sw_what_if(fixed, is_lighter ? &lighter : tree, changes, n);
    sw_program_tree_release(&lighter);
    return error;
}

/* Of two, the one that is better. */
static void keep_better(struct sw_emulation *best, struct sw_emulation *other)
{
    bool is_better = other->time < best->time;
    sw_emulation_release(is_better ? best : other);
    if (is_better)
        *best = *other;
}

/* One with tasks that long at least, in place of the best if it is better. *time: what it takes. */
static int try_coarser(const struct sw_program_tree *tree,
                       const struct sw_emulation_options *options, double least,
                       struct sw_emulation *best, double *time)
{
    struct sw_program_tree coarser;
    struct sw_emulation e;
    int error = sw_tree_coarsen(&coarser, tree, least) ?: sw_emulate(&coarser, options, &e);
    sw_program_tree_release(&coarser);
    if (error)
        return error;
    *time = e.time;
    keep_better(best, &e);
    return 0;
}

/*
 * The best of several least lengths, from a processor's share of all on: each is cheaper to emulate than the next. Where all is still too long
 * to be divided it takes as long as on one processor, so that the end is not before they have begun to gain.
 */
static int emulate_coarser(const struct sw_program_tree *tree,
                           const struct sw_emulation_options *options, struct sw_emulation *best)
{
    double work = sw_node_length(&tree->nodes[sw_program_tree_root(tree)]), shortest = INFINITY;
    int error = sw_emulate(tree, options, best), worse = 0;
    if (error || !has_divided(tree))
        return error;
    for (double least = work / options->processors / FINER; least >= 1 && worse < WORSE;
         least /= FINER) {
        double time;
        error = try_coarser(tree, options, least, best, &time);
        if (error == -ENOMEM) {
            sw_emulation_release(best);
            return error;
        }
        if (error) /* the budget is spent: the best so far is what is known */
            return 0;
        worse = time > shortest ? worse + 1 : 0;
        shortest = fmin(shortest, time);
    }
    return 0;
}

/* Options: of what is spread, and of how it is then. */
struct fixed_options {
    const struct sw_emulation_options *before, *after;
};

static int emulate_once(const struct sw_program_tree *tree, const struct fixed_options *o,
                        const struct sw_fixing *fixing, struct sw_emulation *emulation)
{
    struct sw_program_tree fixed = {.shared = 1};
    int error = sw_tree_fix(&fixed, tree, o->before, fixing)
                    ?: (fixing->what & SW_FIX_GRAIN ? emulate_coarser
                                                    : sw_emulate)(&fixed, o->after, emulation);
    sw_program_tree_release(&fixed);
    return error;
}

/* The best of several least lengths of pieces that are spread, until nothing is left to gain or the budget is spent. */
static int emulate_longer(const struct sw_program_tree *tree, const struct fixed_options *o,
                          struct sw_fixing fixing, struct sw_emulation *best)
{
    double share = sw_node_length(&tree->nodes[sw_program_tree_root(tree)]) / o->before->processors;
    double most = share / fmax(1, sw_change_spread(fixing.spread, o->before).least);
    int error = 0, worse = 0;
    for (fixing.longer = FINER; fixing.longer < most && best->time > FULL * share && worse < WORSE;
         fixing.longer *= FINER) {
        struct sw_emulation e;
        double before = best->time;
        error = emulate_once(tree, o, &fixing, &e);
        if (error)
            break;
        keep_better(best, &e);
        worse = best->time < before ? 0 : worse + 1;
    }
    if (error == -ENOMEM)
        sw_emulation_release(best);
    return error == -ENOMEM ? error : 0;
}

int sw_emulate_fixed(const struct sw_program_tree *tree, const struct sw_emulation_options *options,
                     const struct sw_fixing *fixing, struct sw_emulation *emulation)
{
    struct sw_emulation_options with = *options;
    const struct fixed_options both = {options, &with};
    struct sw_overheads costs;
    struct sw_emulation serial;
    *emulation = (struct sw_emulation){0};
    if (!tree->n_nodes)
        return 0;
    sw_emulate_one(tree, options, true, &serial);
    if (!with.one)
        with.one = &serial; /* of how it is: what is fixed may have less work */
    if (options->overheads) {
        costs = costs_with(tree, options, fixing->what);
        with.overheads = &costs;
    }
    int error = emulate_once(tree, &both, fixing, emulation);
    if (error || !(fixing->what & SW_FIX_PARALLELISM) || !fixing->n_spread)
        return error;
    return emulate_longer(tree, &both, *fixing, emulation);
}
