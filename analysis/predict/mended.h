/*
 * How long a program tree would take on N processors if one cause of its losses alone were mended: by emulating it so, never by a formula.
 * Of Cilk programs, and of all others that there is a tree of. The speedup is sw_emulation_speedup() of the result, over T(1) of the
 * program as it is (options.one).
 *
 *   GRAIN        spawns, pieces, steals, tasks, chunks, regions and barriers cost nothing; and what spawns cost is not in the work either.
 *                Locks cost what they did.
 *   CONTENTION   no lock needs to be taken: one of them, or any
 *   PARALLELISM  what the sites do themselves is spread evenly over the processors, but for pieces that are too short for what that costs; no
 *                site: all code outside of sections
 */
#ifndef SPANWISE_ANALYSIS_PREDICT_MENDED_H
#define SPANWISE_ANALYSIS_PREDICT_MENDED_H

#include "analysis/emulate/emulate.h"

enum sw_mend { SW_MEND_NOTHING, SW_MEND_GRAIN, SW_MEND_CONTENTION, SW_MEND_PARALLELISM };

struct sw_mending {
    enum sw_mend what;
    double in_work; /* GRAIN: of each spawn, what the work has: sw_spawn_costs() of a profile */
    uint32_t lock;  /* CONTENTION: this one; 0: all */
    const uint32_t *sites; /* PARALLELISM */
    size_t n_sites;
};

/* 0 or -errno, as sw_emulate(); -EINVAL: too many sites. To be released. */
int sw_emulate_mended(const struct sw_program_tree *tree,
                      const struct sw_emulation_options *options, const struct sw_mending *mending,
                      struct sw_emulation *emulation);

/* A tree in which each task that is spawned has so much less work at its begin, as far as it has any: shares sites and locks with the old
 * one, which must live on. 0 or -ENOMEM. To be released. */
int sw_tree_without_spawns(struct sw_program_tree *lighter, const struct sw_program_tree *tree,
                           double in_work);

#endif
