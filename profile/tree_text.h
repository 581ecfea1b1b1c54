/*
 * A program tree as text, for tests, for trees that somebody invents, and to look at one:
 *
 *   150                      work
 *   lock 1 { 450 }           a lock's number, or a name
 *   section loop1 { ... }    a label; then, in any order: nowait, static, static,4, dynamic, dynamic,2,
 *                            guided, spawn, loop, team, same (as the team of the section before)
 *   task t1 { ... }          labels may be left out; "in quotes" where they are no words
 *   call f { ... }
 *   group { ... }            group shuffled { ... }
 *   100 x task { 40 }        a hundred of them
 *   # a comment, up to the line's end
 *
 * A file is the root's items. Figure 5 of the Parallel Prophet paper:
 *   section { task { 150 lock 1 {450} 50 }  task { 100 lock 1 {300} 200 }  task { 150 lock 1 {50} 50 } }
 */
#pragma once

#include "engine/tree/node.h"
#include "profile/program_tree.h"

/* Lengths are whole numbers or decimals in the unit; equal subtrees become one node. 0 or -errno, with a sentence
 * ("line 3: ...") in `why`. To be released by sw_program_tree_release(). */
int sw_tree_text_parse(struct sw_program_tree *tree, const char *text, size_t size, char *why,
                       size_t why_size);

/*
 * Makes a program tree node by node, from the first to the last as they stand in it. Equal subtrees become one
 * node, and equal items in a row one item. Memory that is short is noticed at the end.
 */
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

/* Items that are in no node become those of the root; nodes and items are the tree's then. 0 or -errno. */
int sw_tree_builder_finish(struct sw_tree_builder *builder, struct sw_program_tree *tree);

static const char *const kind_words[SW_NODE_KINDS] = {
    [SW_NODE_CALL] = "call", [SW_NODE_LOCK] = "lock",   [SW_NODE_SECTION] = "section",
    [SW_NODE_TASK] = "task", [SW_NODE_GROUP] = "group",
};

static const char *const schedule_words[SW_SECTIONS] = {
    [SW_SECTION_STATIC] = "static", [SW_SECTION_DYNAMIC] = "dynamic",
    [SW_SECTION_GUIDED] = "guided", [SW_SECTION_SPAWN] = "spawn",
    [SW_SECTION_LOOP] = "loop",     [SW_SECTION_TEAM] = "team",
};
