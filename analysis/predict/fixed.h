/*
 * A program tree with some of its causes of losses fixed, and how long that takes on N processors: by emulating it so, never by a
 * formula. Of Cilk programs, and of all others that there is a tree of. The speedup is sw_emulation_speedup() of the result, over T(1) of
 * the program as it is (options.one).
 *
 *   PARALLELISM  what some sites do themselves is spread evenly over the processors, but for pieces that are too short for what that costs, by
 *                the least length that is best: those are done by the task that is started next to them
 *   IMBALANCE    some sections have tasks of equal length, one for each processor
 *   GRAIN        spawned tasks and pieces of loops are fewer and longer, by the least length that is best: what costs is then still there;
 *                chunks, regions and barriers cost nothing. What spawns cost is not in the work.
 *   COSTS        all of that costs nothing: no grain gains more. Locks cost what they did.
 *   CONTENTION   no lock needs to be taken: one of them, or any
 */
#pragma once

#include "analysis/emulate/emulate.h"

enum sw_fix {
    SW_FIX_PARALLELISM = 1,
    SW_FIX_IMBALANCE = 2,
    SW_FIX_GRAIN = 4,
    SW_FIX_CONTENTION = 8,
    SW_FIX_COSTS = 16,
};

struct sw_fixing {
    unsigned what;          /* bits of enum sw_fix */
    const uint32_t *spread; /* PARALLELISM: sites; 0 is the program itself */
    size_t n_spread;
    double longer; /* ... times as long as is worth it are pieces that are spread; 0: as long */
    const uint32_t *even; /* IMBALANCE: sites of sections */
    size_t n_even;
    double
        in_work; /* GRAIN, COSTS: of each spawn, what the work has: sw_spawn_costs() of a profile */
    uint32_t lock; /* CONTENTION: this one; 0: all */
};

/* All of it but what is a cost of the runtime. Shares sites and locks with the old tree, which must live on. 0 or -errno. To be released. */
int sw_tree_fix(struct sw_program_tree *fixed, const struct sw_program_tree *tree,
                const struct sw_emulation_options *options, const struct sw_fixing *fixing);

/* 0 or -errno, as sw_emulate(). To be released. */
int sw_emulate_fixed(const struct sw_program_tree *tree, const struct sw_emulation_options *options,
                     const struct sw_fixing *fixing, struct sw_emulation *emulation);

/* A tree in which each task that is spawned has so much less work at its begin, as far as it has any: shares sites and locks with the old
 * one, which must live on. 0 or -ENOMEM. To be released. */
int sw_tree_without_spawns(struct sw_program_tree *lighter, const struct sw_program_tree *tree,
                           double in_work);

/* A tree whose spawned tasks and pieces of cilk_for are so long at least, or none: shares sites and locks with the old one, which must live
 * on. 0 or -ENOMEM. To be released. */
int sw_tree_coarsen(struct sw_program_tree *coarser, const struct sw_program_tree *tree,
                    double least);
