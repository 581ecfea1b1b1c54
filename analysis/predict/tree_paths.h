/*
 * What tree_figures.c knows of each node, for tree_sites.c. A node is passed by who makes it, the strand; tasks
 * in it go on beside that, until a section's end: where that is further out (groups, NOWAIT), a node has two
 * lengths: of the strand, and up to the end of its latest task.
 */
#pragma once

#include "base/libc.h"
#include "profile/program_tree.h"

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

/* Whether tasks in the node may go on when what follows it begins. */
static inline bool sw_node_is_open(const struct sw_node *node)
{
    return node->kind == SW_NODE_GROUP ||
           (node->kind == SW_NODE_SECTION && node->flags & SW_NODE_NOWAIT);
}

/* By node number, to be freed; NULL: no memory. */
struct sw_node_path *sw_tree_paths(const struct sw_program_tree *tree, double burden);

/* Instances of a node: all, and those on the critical path, passed by the strand, or up to the latest task. */
struct sw_tree_flow {
    double all, strand, end;
};

/* Of a node's instances, what is handed on to the item of that number: its instances by this node. */
struct sw_tree_flow sw_tree_flow_down(const struct sw_program_tree *tree,
                                      const struct sw_node_path *paths, uint32_t node,
                                      const struct sw_tree_flow *flow, uint32_t item);
