/* Work and span of a program tree and of each of its sites: exact, by one pass over its nodes. */
#pragma once

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
