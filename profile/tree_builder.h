/*
 * Makes a program tree node by node, from the first to the last as they stand in it. Equal subtrees become one
 * node, and equal items in a row one item. Memory that is short is noticed at the end.
 */
#ifndef SPANWISE_PROFILE_TREE_BUILDER_H
#define SPANWISE_PROFILE_TREE_BUILDER_H

#include "profile/program_tree.h"

struct sw_tree_open;

struct sw_tree_builder {
    struct sw_node *nodes;
    size_t n_nodes, room_nodes;
    struct sw_item *items;
    size_t n_items, room_items;
    struct sw_tree_open *open; /* innermost last */
    size_t n_open, room_open;
    struct sw_item *pending; /* of those that are open */
    size_t n_pending, room_pending;
    uint32_t *slots; /* node numbers, by what is in them */
    size_t n_slots;  /* a power of two */
    int error;       /* -ENOMEM, -E2BIG: more nodes than there are numbers */
};

void sw_tree_builder_init(struct sw_tree_builder *builder);
void sw_tree_builder_release(struct sw_tree_builder *builder);

/* A node that has items begins: of `like`, kind, schedule, flags, site and detail are taken. */
void sw_tree_builder_open(struct sw_tree_builder *builder, const struct sw_node *like);

/* The innermost one ends, and stands `times` times where it is (0: not at all). Returns its number. */
uint32_t sw_tree_builder_close(struct sw_tree_builder *builder, uint32_t times);

/* Work of sum / count, or a node that there is already. */
uint32_t sw_tree_builder_work(struct sw_tree_builder *builder, uint64_t sum, uint64_t count,
                              uint32_t times);
void sw_tree_builder_add(struct sw_tree_builder *builder, uint32_t node, uint32_t times);

/* Items that are in no node become those of the root; nodes and items are the tree's then. 0 or -errno. */
int sw_tree_builder_finish(struct sw_tree_builder *builder, struct sw_program_tree *tree);

#endif
