/* A tree that is made node by node, items before who has them. */
#pragma once

#include "profile/program_tree.h"

struct sw_tree_maker {
    struct sw_program_tree *out;
    size_t nodes_room, items_room;
};

/* An empty tree with the sites and locks of the other, which must live on. 0 or -ENOMEM. */
int sw_tree_maker_init(struct sw_tree_maker *maker, struct sw_program_tree *out,
                       const struct sw_program_tree *like);

/* The number of a new node with those items, of which a WORK node has none; 0: no memory. */
uint32_t sw_tree_maker_add(struct sw_tree_maker *maker, struct sw_node node,
                           const struct sw_item *items, size_t n);

/* Room for more than n of that size in *array. 0 or -ENOMEM. */
int sw_tree_maker_grow(void *array, size_t *room, size_t n, size_t size);
