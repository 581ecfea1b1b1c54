/* What is known of a program tree without emulating it: work and span of its nodes and sites, exact, and what it does outside sections. */
#pragma once

#include "base/pool.h"
#include "profile/program_tree.h"

/* Of a node, with all that is in it. Locks do not count for the span here: who holds one when is for an
 * emulation to say; `locked` is a bound by them: no time is below the longest sum over a lock. */
struct sw_node_figures {
    double work, span, burdened_span;
    uint64_t tasks; /* in the unfolded tree */
};

/* By node number: as many as the tree has nodes, to be freed; NULL: no memory. `burden` is that of each
 * task. */
struct sw_node_figures *sw_tree_figures(const struct sw_program_tree *tree, double burden);

/* Of a site: outermost instances (not inside another of the same site), on work and on the span. */
struct sw_tree_site_figures {
    uint64_t count, span_count;
    double work, own_work;       /* own: without what other sites inside do */
    double on_span, own_on_span; /* of the tree's critical path */
};

/* By site number. */
struct sw_tree_site_figures *sw_tree_site_figures(const struct sw_program_tree *tree);

/* How often each node stands in the unfolded tree: by node number, to be freed; NULL: no memory. */
double *sw_tree_times(const struct sw_program_tree *tree);

/* The longest sum of what was done under one lock: no parallel run is faster. *lock is which. */
double sw_tree_lock_bound(const struct sw_program_tree *tree, uint32_t *lock);

/*
 * How long it takes to pass a node. The strand that makes a node passes it; tasks in it go on beside that, until a section's end: where that is
 * further out (groups, NOWAIT), there are two lengths: of the strand, and up to the end of the latest task.
 */
struct sw_passage {
    double strand, end; /* end 0: no task goes on behind it */
};

struct sw_node_path {
    double work;
    struct sw_passage span;
    struct sw_passage spawned; /* burdened: each continuation of a spawn ... */
    struct sw_passage halved;  /* ... or none, and all once when it is known that it is a loop */
    double own_work;           /* outside all sites inside */
    struct sw_passage own;     /* of the span */
    uint32_t latest;           /* item with the latest task */
    bool by_latest;            /* of a node that ends as a whole: the critical path goes by that */
    uint64_t tasks, own_tasks; /* all; those that stand in this very section or group */
};

/* By node number, to be freed; NULL: no memory. */
struct sw_node_path *sw_tree_paths(const struct sw_program_tree *tree, double burden);

/* Whether tasks in the node may go on when what follows it begins. */
static inline bool sw_node_is_open(const struct sw_node *node)
{
    return node->kind == SW_NODE_GROUP ||
           (node->kind == SW_NODE_SECTION && node->flags & SW_NODE_NOWAIT);
}

/* Instances of a node: all, and those on the critical path, passed by the strand, or up to the latest task. */
struct sw_tree_flow {
    double all, strand, end;
};

/* Of a node's instances, what is handed on to the item of that number: its instances by this node. */
struct sw_tree_flow sw_tree_flow_down(const struct sw_program_tree *tree,
                                      const struct sw_node_path *paths, uint32_t node,
                                      const struct sw_tree_flow *flow, uint32_t item);

/* Of the outermost sections of one site. */
struct sw_section_share {
    double runs;      /* how often one begins */
    double tasks;     /* of all of them, without those inside tasks ... */
    double all_tasks; /* ... and with those */
    double work;
    double longest;    /* task, by its span */
    double n_longest;  /* that are as long, or not much shorter */
    double most_tasks; /* of one */
    /* Of the serial code that has no name: what comes just before it, what is between one run and the next, and what follows
     * where no other section does. */
    double before, between, after;
};

struct sw_tree_shares {
    double *serial; /* by site: what it does itself outside all sections; 0: the program's own */
    struct sw_section_share *sections; /* by site */
    double all_serial;
    struct sw_pool pool;
};

/* 0 or -ENOMEM. To be released. */
int sw_tree_shares_make(struct sw_tree_shares *shares, const struct sw_program_tree *tree);
void sw_tree_shares_release(struct sw_tree_shares *shares);
