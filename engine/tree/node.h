/*
 * The program tree's nodes, as the engine records them, the file keeps them and the analyses read them:
 * what a program did that may run in parallel, and how long each piece took.
 *
 *   WORK      U: serial computation. No items.
 *   CALL      its items one after the other: what a call site called; or the whole program (the root)
 *   LOCK      L: its items one after the other, while holding a lock
 *   SECTION   a parallel section: TASKs that may run in parallel with each other and with what follows
 *             them in the section; items that are no tasks are done by whoever makes the tasks (a
 *             loop's own control, the continuation of a spawn). Its end waits for all, unless NOWAIT.
 *   TASK      its items one after the other; stands in sections only
 *   GROUP     its items as if they stood where it does: so that a pattern can repeat
 *
 * Nodes never change and may stand in many places: a dag that unfolds to the tree. An item says which
 * node and how many times in a row. Items have smaller numbers than who has them; number 0 is no node.
 * Lengths are in the unit of whoever recorded them. That of a WORK node is the mean of those that it
 * stands for: sum / count, which differ from each other by 5% at most unless the tree says otherwise; so sums
 * over the tree are exact.
 */
#pragma once

#include <stdint.h>

enum sw_node_kind {
    SW_NODE_NONE,
    SW_NODE_WORK,
    SW_NODE_CALL,
    SW_NODE_LOCK,
    SW_NODE_SECTION,
    SW_NODE_TASK,
    SW_NODE_GROUP,
    SW_NODE_KINDS
};

/* How a section's tasks come to processors, where the program says it. */
enum sw_section_schedule {
    SW_SECTION_ANY,     /* it does not: a loop, or tasks, still to be made parallel */
    SW_SECTION_STATIC,  /* OpenMP's; with a chunk where that is not 0 */
    SW_SECTION_DYNAMIC, /* chunk 0: 1 */
    SW_SECTION_GUIDED,
    SW_SECTION_SPAWN, /* spawned one by one: Cilk's spawns, OpenMP's tasks */
    SW_SECTION_LOOP,  /* a cilk_for, already divided as its tasks are */
    SW_SECTION_TEAM,  /* one task for each thread of an OpenMP team */
    SW_SECTIONS
};

enum sw_node_flags {
    SW_NODE_NOWAIT = 1,    /* of a section: who made it goes on; its parent's end waits */
    SW_NODE_SHUFFLED = 2,  /* of a group: its items stood in some order that was not kept */
    SW_NODE_SAME_TEAM = 4, /* of a section: done by the team of the one before in the same items */
};

struct sw_node {
    uint8_t kind, schedule, flags, reserved;
    uint32_t site;   /* number of where it is in the program; 0: none of its own */
    uint32_t detail; /* LOCK: number of the lock, from 1; SECTION: the schedule's chunk; of a LOOP 1
                        where its chunks are as the program wants them, and not by Cilk's rule */
    uint32_t n_items;
    uint64_t first; /* item; of a WORK node: none */
    uint64_t count; /* WORK: pieces that it stands for ... */
    uint64_t sum;   /* ... and their length; else: the mean of the whole length, by its items */
};

struct sw_item {
    uint32_t node, count; /* count > 0 */
};
