/*
 * The ledger of a program tree: what N processors lose to each cause, emulated (emulate.h), and the time that the program would take
 * with one of them fixed, emulated again:
 * (predict/fixed.h). Of parallelism that is all that the critical path is made of, when neither unequal tasks nor locks are in the way.
 *
 * Idle processors are told apart by the section that is open: imbalance or parallelism, by what its tasks are.
 */
#pragma once

#include "analysis/emulate/emulate.h"
#include "analysis/verdict/verdict.h"

enum { SW_TREE_LOSS_PLACES = 8 };

/* What a site of the tree loses. */
struct sw_tree_loss_place {
    uint32_t site;
    double lost; /* share of the processors' time */
    enum sw_verdict_form form;
};

struct sw_tree_loss {
    double lost;   /* share of the processors' time */
    double time;   /* with that fixed, ... */
    bool is_bound; /* ... as far as can be: no change of the program is known to come to it */
    struct sw_tree_loss_place
        places[SW_TREE_LOSS_PLACES]; /* those that lose most, the first ones first */
    size_t n_places, n_all;
};

struct sw_tree_ledger {
    double one, time; /* T(1) and T(N), as it is */
    double work;      /* share of the processors' time */
    struct sw_tree_loss entries[SW_WHY_CAUSES];
    enum sw_why first;         /* the one whose fixing gains most */
    double times[SW_WHY_SETS]; /* T(N) with several fixed, by their bits; 0: not known */
};

/* The options have the processors, and the runtime's costs. Of each spawn a part may be in the tree's work. 0 or -errno, as of sw_emulate(). */
int sw_tree_ledger_make(struct sw_tree_ledger *ledger, const struct sw_program_tree *tree,
                        const struct sw_emulation_options *options, double in_work);
