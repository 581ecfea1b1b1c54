/* A tree that is made node by node, items before who has them. */
#pragma once

#include "base/grow.h"
#include "profile/program_tree.h"

struct sw_tree_maker {
    struct sw_program_tree *out;
    size_t nodes_room, items_room;
};

/* Items of a node to be. */
struct sw_item_list {
    struct sw_item *items;
    size_t n, room;
};

/* One more, of which a count of 0 is none. 0, or -ENOMEM: also for node 0, which could not be made. */
int sw_item_list_add(struct sw_item_list *list, uint32_t node, uint64_t count);

/* An empty tree with the sites and locks of the other, which must live on. 0 or -ENOMEM. */
int sw_tree_maker_init(struct sw_tree_maker *maker, struct sw_program_tree *out,
                       const struct sw_program_tree *like);

/* The number of a new node with those items, of which a WORK node has none; 0: no memory, or one of the items has number 0. */
uint32_t sw_tree_maker_add(struct sw_tree_maker *maker, struct sw_node node,
                           const struct sw_item *items, size_t n);

/* The same of a TASK with so many of one node. */
uint32_t sw_tree_maker_add_task(struct sw_tree_maker *maker, uint32_t node, uint64_t count);
