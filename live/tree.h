/*
 * The program tree in the live range (live.h): what `spanwise run --tree`, and every run of an annotated
 * program, records. Who records fills the tables as it meets new sites and locks; strings are in the
 * arena. collect/tree.c makes a profile's tree of it.
 */
#pragma once

#include "engine/tree/tree.h"

enum { SW_LIVE_TREE_SITES = 1 << 16, SW_LIVE_TREE_LOCKS = 1 << 16 };

struct sw_live_tree_site {
    uint32_t kind, line;
    uint64_t address, callee;
    const char *label, *file, *function; /* NULL: not known */
};

struct sw_live_tree_lock {
    uint64_t id;
    const char *label;
};

struct sw_live_tree {
    struct sw_tree *tree;
    struct sw_live_tree_site *sites; /* SW_LIVE_TREE_SITES; numbers from 1 on, 0 is not used */
    struct sw_live_tree_lock *locks; /* likewise */
    uint32_t n_sites, n_locks;       /* one more than the highest number */
    uint64_t elsewhere;              /* events of other threads than the one recorded: left out */
    char error[1024]; /* annotations that do not match: a sentence with both places; "": none */
};

struct sw_live;

/* Makes it, empty, for the tree to take `bound` bytes at most, and says so in live->tree. NULL: not enough
 * memory. */
struct sw_live_tree *sw_live_tree_make(struct sw_live *live, uint64_t bound);
