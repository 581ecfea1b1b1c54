/*
 * Records the program tree (tree_node.h) from the events of one thread, in serial order, and compresses
 * it as it grows:
 *   - an item that equals the last one, with lengths within 5%, is one more of that (a run);
 *   - equal subtrees are one node, by a dictionary;
 *   - when the memory that it may take is used up, the lossy step: first the order inside windows of
 *     a section's tasks is given up (SHUFFLED groups, windows twice as wide each time), then
 *     subtrees of the same site with nearly the same work and span become one. What that did to the
 *     lengths is counted, and sums stay exact.
 *
 * Like the waist (event.h): each event brings the cost that passed since the one before, in any unit, and
 * nothing here reads a clock, calls libc or allocates other than from the arena. One thread at a time.
 * All is in the arena, which another process may map at the same address and read when the thread is
 * gone, however it went: sw_tree_finish() closes what is open.
 */
#pragma once

#include "base/arena.h"
#include "engine/tree/node.h"

#include <stdbool.h>

#define SW_TREE_BOUND (256ull << 20) /* bytes: --tree-memory */

/* Open nodes: deeper ones are lost, their length is in their parents. */
enum { SW_TREE_DEEPEST = 4096 };

struct sw_tree;

/* What compressing did, and how large it is. */
struct sw_tree_measure {
    uint64_t recorded; /* nodes as they were met, before compression */
    uint64_t bytes;    /* that the tree takes */
    uint64_t window;   /* tasks whose order among each other was given up; 0: none */
    uint64_t merged; /* subtrees, as often as they occur, taken for another one by the lossy step */
    uint64_t moved;  /* the sum of what that did to the lengths of each, without sign */
    uint64_t lost; /* nodes that there was no memory for at all: their length is in their parents */
    uint64_t unclosed; /* nodes that sw_tree_finish() had to close */
};

/* Takes memory as it grows, `bound` bytes at most. NULL: not enough for anything. */
struct sw_tree *sw_tree_make(struct sw_arena *arena, uint64_t bound);

/* Lengths that differ by no more than this are the same: what a clock cannot tell. 0 before. */
void sw_tree_set_grain(struct sw_tree *tree, uint64_t grain);

/* A node begins inside the innermost open one. Kinds: CALL, LOCK, SECTION, TASK. `detail` and
 * `schedule` as in struct sw_node. */
void sw_tree_open(struct sw_tree *tree, enum sw_node_kind kind, uint32_t site, uint32_t detail,
                  enum sw_section_schedule schedule, uint64_t cost);

/* The innermost one ends. */
void sw_tree_close(struct sw_tree *tree, unsigned flags, uint64_t cost);

/* A node with nothing but work in it, opened and closed in one: for what is frequent. */
void sw_tree_leaf(struct sw_tree *tree, enum sw_node_kind kind, uint32_t site, uint32_t detail,
                  uint64_t before, uint64_t inside);

/* Work of the innermost one. */
void sw_tree_pass(struct sw_tree *tree, uint64_t cost);

/* How many are open. */
unsigned sw_tree_depth(const struct sw_tree *tree);

/* Closes what is open, the root at last. Then the nodes can be taken out. */
void sw_tree_finish(struct sw_tree *tree);

/* For those that take it out, after sw_tree_finish(): numbers are 1 .. n_nodes - 1, the last is the
 * root. The arrays are the caller's, of so many. */
void sw_tree_size(const struct sw_tree *tree, uint64_t *n_nodes, uint64_t *n_items);
void sw_tree_copy(const struct sw_tree *tree, struct sw_node *nodes, struct sw_item *items);
uint64_t sw_tree_bound(const struct sw_tree *tree); /* reserved in the arena */
void sw_tree_measured(const struct sw_tree *tree, struct sw_tree_measure *measure);
