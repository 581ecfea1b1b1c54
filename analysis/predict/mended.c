#include "analysis/predict/mended.h"

#include "analysis/predict/tree_shares.h"
#include "analysis/predict/what_if.h"

#include <errno.h>
#include <stdlib.h>

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

static int mend_grain(const struct sw_program_tree *tree, struct sw_emulation_options options,
                      double in_work, struct sw_emulation *emulation)
{
    struct sw_overheads left = {0};
    struct sw_program_tree lighter;
    if (options.overheads)
        left = costs_of_locks(options.overheads);
    options.overheads = &left;
    int error = sw_tree_without_spawns(&lighter, tree, in_work);
    if (error)
        return error;
    error = sw_emulate(&lighter, &options, emulation);
    sw_program_tree_release(&lighter);
    return error;
}

static int emulate_changed(const struct sw_program_tree *tree,
                           const struct sw_emulation_options *options,
                           const struct sw_change_of_sites *changes, size_t n,
                           struct sw_emulation *emulation)
{
    struct sw_program_tree changed;
    int error = sw_what_if(&changed, tree, changes, n);
    if (error)
        return error;
    error = sw_emulate(&changed, options, emulation);
    sw_program_tree_release(&changed);
    return error;
}

/* Taking a lock is a change of the tree; as many at a time as it may have. */
static int mend_locks(const struct sw_program_tree *tree,
                      const struct sw_emulation_options *options, uint32_t lock,
                      struct sw_emulation *emulation)
{
    struct sw_change_of_sites change = {.lock = lock, .is_free = true};
    if (lock)
        return emulate_changed(tree, options, &change, 1, emulation);
    struct sw_program_tree free_of_locks = *tree;
    free_of_locks.nodes = malloc((tree->n_nodes + 1) * sizeof *free_of_locks.nodes);
    if (!free_of_locks.nodes)
        return -ENOMEM;
    for (size_t i = 0; i < tree->n_nodes; i++) {
        free_of_locks.nodes[i] = tree->nodes[i];
        if (tree->nodes[i].kind == SW_NODE_LOCK) {
            free_of_locks.nodes[i].kind = SW_NODE_CALL;
            free_of_locks.nodes[i].detail = 0;
        }
    }
    int error = sw_emulate(&free_of_locks, options, emulation);
    free(free_of_locks.nodes);
    return error;
}

/* Of all serial code, those sites that have some. */
static int mend_serial(const struct sw_program_tree *tree,
                       const struct sw_emulation_options *options, const struct sw_mending *mending,
                       struct sw_emulation *emulation)
{
    struct sw_change_of_sites change = sw_change_spread(mending->sites, options);
    struct sw_tree_shares shares;
    change.n_sites = mending->n_sites;
    if (change.n_sites)
        return emulate_changed(tree, options, &change, 1, emulation);
    int error = sw_tree_shares_make(&shares, tree);
    if (error)
        return error;
    uint32_t *sites = malloc((tree->n_sites + 1) * sizeof *sites);
    for (uint32_t i = 0; sites && (i < tree->n_sites || !i); i++)
        if (shares.serial[i] > 0)
            sites[change.n_sites++] = i;
    change.sites = sites;
    error =
        sites ? emulate_changed(tree, options, &change, change.n_sites > 0, emulation) : -ENOMEM;
    free(sites);
    sw_tree_shares_release(&shares);
    return error;
}

int sw_emulate_mended(const struct sw_program_tree *tree,
                      const struct sw_emulation_options *options, const struct sw_mending *mending,
                      struct sw_emulation *emulation)
{
    struct sw_emulation serial;
    struct sw_emulation_options with = *options;
    sw_emulate_one(tree, options, true, &serial);
    if (!with.one)
        with.one = &serial; /* of how it is: what is mended may have less work */
    *emulation = (struct sw_emulation){0};
    if (!tree->n_nodes)
        return 0;
    switch (mending->what) {
    case SW_MEND_GRAIN:
        return mend_grain(tree, with, mending->in_work, emulation);
    case SW_MEND_CONTENTION:
        return mend_locks(tree, &with, mending->lock, emulation);
    case SW_MEND_PARALLELISM:
        return mend_serial(tree, &with, mending, emulation);
    default:
        return sw_emulate(tree, &with, emulation);
    }
}
