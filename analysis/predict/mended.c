#include "analysis/predict/mended.h"

#include "analysis/predict/what_if.h"

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

/* What is spread inside of an OpenMP team reaches its threads as tasks. */
static struct sw_change_of_sites spread(const struct sw_mending *mending,
                                        const struct sw_emulation_options *options)
{
    struct sw_change_of_sites change = sw_change_spread(mending->spread, options);
    change.n_sites = mending->n_spread;
    if (options->paradigm == SW_PARADIGM_OMP)
        change.how = SW_SECTION_SPAWN;
    return change;
}

int sw_tree_mend(struct sw_program_tree *mended, const struct sw_program_tree *tree,
                 const struct sw_emulation_options *options, const struct sw_mending *m)
{
    struct sw_change_of_sites changes[3];
    struct sw_program_tree lighter = {.shared = 1};
    size_t n = 0;
    int error = 0;
    if (m->what & SW_MEND_PARALLELISM && m->n_spread)
        changes[n++] = spread(m, options);
    if (m->what & SW_MEND_IMBALANCE && m->n_even)
        changes[n++] = (struct sw_change_of_sites){
            .sites = m->even, .n_sites = m->n_even, .parallel = options->processors};
    if (m->what & SW_MEND_CONTENTION && tree->n_locks > 1)
        changes[n++] =
            (struct sw_change_of_sites){.lock = m->lock, .every_lock = !m->lock, .is_free = true};
    bool is_lighter = m->what & SW_MEND_GRAIN && m->in_work > 0;
    if (is_lighter)
        error = sw_tree_without_spawns(&lighter, tree, m->in_work);
    if (!error)
        error = sw_what_if(mended, is_lighter ? &lighter : tree, changes, n);
    if (is_lighter)
        sw_program_tree_release(&lighter);
    return error;
}

int sw_emulate_mended(const struct sw_program_tree *tree,
                      const struct sw_emulation_options *options, const struct sw_mending *mending,
                      struct sw_emulation *emulation)
{
    struct sw_emulation_options with = *options;
    struct sw_overheads locks = {0};
    struct sw_program_tree mended;
    struct sw_emulation serial;
    *emulation = (struct sw_emulation){0};
    if (!tree->n_nodes)
        return 0;
    int error = sw_tree_mend(&mended, tree, options, mending);
    if (error)
        return error;
    sw_emulate_one(tree, options, true, &serial);
    if (!with.one)
        with.one = &serial; /* of how it is: what is mended may have less work */
    if (options->overheads)
        locks = costs_of_locks(options->overheads);
    if (mending->what & SW_MEND_GRAIN)
        with.overheads = &locks;
    error = sw_emulate(&mended, &with, emulation);
    sw_program_tree_release(&mended);
    return error;
}
