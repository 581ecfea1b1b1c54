/*
 * The program tree in a profile: engine/tree/node.h with names. Nodes 1 .. n_nodes - 1, each after its items;
 * the last is the root, a CALL. n_nodes == 0: the profile has no tree. A reader has checked all
 * numbers: whoever walks it need not.
 */
#pragma once

#include "engine/tree/node.h"
#include "engine/tree/tree.h"

#include <stddef.h>

/* Where nodes are in the program. Numbers from 1 on; 0 is not used. */
struct sw_tree_site {
    uint32_t kind;    /* enum sw_node_kind */
    uint32_t line;    /* of the annotation, where that tells; else 0: as the place says */
    uint64_t address; /* run-time address of the call or annotation; 0: not known */
    uint64_t callee;  /* of a call: run-time address of the callee; or 0 */
    char *label;      /* as annotated; "": none */
    char *file;       /* of the annotation; "": as the place says */
    char *function;   /* callee's name, or the function that the annotation is in; "": not known */
    char *caller;     /* of a call: the function that it is in; "" */
};

struct sw_tree_lock {
    uint64_t id; /* as the program has it: a number, or an address */
    char *label; /* "": none */
};

struct sw_program_tree {
    struct sw_node *nodes;
    size_t n_nodes;
    struct sw_item *items;
    size_t n_items;
    struct sw_tree_site *sites;
    size_t n_sites; /* one more than the highest number */
    struct sw_tree_lock *locks;
    size_t n_locks; /* likewise */
    struct sw_tree_measure measure;
    int shared; /* sites and locks, and their strings, are another tree's */
};

/* Strings come from malloc, or lie in the profile's pool: see sw_profile_release(). */
void sw_program_tree_release(struct sw_program_tree *tree);

/* A tree of another profile becomes this one's, with strings of its own; the other has none then. 0 or -ENOMEM (then neither has). */
int sw_program_tree_take(struct sw_program_tree *tree, struct sw_program_tree *from);

static inline uint32_t sw_program_tree_root(const struct sw_program_tree *tree)
{
    return (uint32_t)(tree->n_nodes - 1);
}

/* In the profile's unit; 0 of a WORK node that stands for nothing. Of other nodes: with all that is in them. */
static inline double sw_node_length(const struct sw_node *node)
{
    return node->kind != SW_NODE_WORK ? (double)node->sum
           : node->count              ? (double)node->sum / (double)node->count
                                      : 0;
}
