/*
 * Histories: what a strand has passed on its longest way from the root, as amounts and counts by
 * key. A strand holds a history by one pointer (NULL: nothing yet); a fork shares it, a join drops
 * the shorter one.
 *
 * Histories are a tree: a node has what was added since the node before it, and is shared by
 * whoever holds it. What only one strand holds grows in place. A node whose only holder is the node
 * after it is united with that at once, so every inner node is where live histories part: there are
 * less than two nodes for each strand, whatever was forked and joined before.
 *
 * Constant amortized time for everything but sums. One thread at a time for each struct sw_paths.
 */
#ifndef SPANWISE_ENGINE_DAG_HISTORY_H
#define SPANWISE_ENGINE_DAG_HISTORY_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct sw_amount {
    uint64_t cost, count;
};

struct sw_path_entry {
    struct sw_path_entry *next;
    uint64_t key;
    struct sw_amount amount;
};

/* One cache line. The latest key has its amount here; the others are in a log, in which a key may
 * occur several times until it is as long as `limit`. */
struct sw_path {
    uint32_t holders; /* strands and nodes */
    uint32_t key;
    struct sw_amount amount;
    struct sw_path *before; /* in the free list: the next one */
    uintptr_t after;        /* exclusive or of the nodes that hold this one */
    uint32_t length, limit;
    struct sw_path_entry *head, *tail; /* valid if the log has entries */
};

struct sw_paths {
    struct sw_arena *arena;
    struct sw_path *free;
    struct sw_path_entry *free_entries;
    struct sw_path_entry **seen; /* by key, all NULL but within a compaction */
    uint64_t n_keys;             /* in `seen` */
    uint64_t lost;               /* amounts for which there was no memory */
};

/* The paths are all zero. */
void sw_paths_init(struct sw_paths *paths, struct sw_arena *arena);

/* Keys are below n from now on; false: there is no memory for that, and nothing has changed. */
bool sw_paths_reserve(struct sw_paths *paths, uint64_t n);

__attribute__((noinline)) void sw_path_add_slow(struct sw_paths *paths, struct sw_path **path,
                                                uint32_t key, uint64_t cost, uint64_t count);
__attribute__((noinline)) void sw_path_drop_slow(struct sw_paths *paths, struct sw_path *path);

/* The holder of `path` adds to it. */
static inline void sw_path_add(struct sw_paths *paths, struct sw_path **path, uint32_t key,
                               uint64_t cost, uint64_t count)
{
    struct sw_path *p = *path;
    if (__builtin_expect(!p || p->holders != 1 || p->key != key, 0)) {
        sw_path_add_slow(paths, path, key, cost, count);
        return;
    }
    p->amount.cost += cost;
    p->amount.count += count;
}

/* One more holder. */
static inline struct sw_path *sw_path_hold(struct sw_path *path)
{
    if (path)
        path->holders++;
    return path;
}

/* One holder less. */
static inline void sw_path_drop(struct sw_paths *paths, struct sw_path *path)
{
    if (!path)
        return;
    if (path->holders > 2)
        path->holders--;
    else
        sw_path_drop_slow(paths, path);
}

/* Adds what is on the path under the keys first, first + step, ... to sums[0], sums[1], ... */
void sw_path_sum(const struct sw_path *path, uint64_t first, uint64_t step, struct sw_amount *sums,
                 uint64_t n);

#endif
