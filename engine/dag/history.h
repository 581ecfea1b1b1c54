/*
 * Histories: what a strand has passed on its longest way from the root, as amounts and counts by
 * key. A strand holds a history by one pointer (NULL: nothing yet); a fork shares it, a join drops
 * the shorter one.
 *
 * Histories are a tree: a node has what was added since the node before it, and is shared by
 * whoever holds it. What only one strand holds grows where it is. A node whose only holder is the node
 * after it is united with that at once, so every inner node is where live histories part: there are
 * less than two nodes for each strand, whatever was forked and joined before.
 *
 * Constant amortized time for everything but sums. One thread at a time for each struct sw_histories.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>

struct sw_amount {
    uint64_t cost, count;
};

struct sw_history_entry {
    struct sw_history_entry *next;
    uint64_t key;
    struct sw_amount amount;
};

/* One cache line. The latest key has its amount here; the others are in a log, in which a key may
 * occur several times until it is as long as `limit`. */
struct sw_history {
    uint32_t holders; /* strands and nodes */
    uint32_t key;
    struct sw_amount amount;
    struct sw_history *before; /* in the free list: the next one */
    uintptr_t after;           /* exclusive or of the nodes that hold this one */
    uint32_t length, limit;
    struct sw_history_entry *head, *tail; /* valid if the log has entries */
};

struct sw_histories {
    struct sw_arena *arena;
    struct sw_history *free;
    struct sw_history_entry *free_entries;
    struct sw_history_entry **seen; /* by key, all NULL but within a compaction */
    uint64_t n_keys;                /* in `seen` */
    uint64_t lost;                  /* amounts for which there was no memory */
};

/* All zero. */
void sw_histories_init(struct sw_histories *histories, struct sw_arena *arena);

/* Keys are below n from now on; false: there is no memory for that, and nothing has changed. */
bool sw_histories_reserve(struct sw_histories *histories, uint64_t n);

__attribute__((noinline)) void sw_history_add_slow(struct sw_histories *histories,
                                                   struct sw_history **history, uint32_t key,
                                                   uint64_t cost, uint64_t count);
__attribute__((noinline)) void sw_history_drop_slow(struct sw_histories *histories,
                                                    struct sw_history *history);

/* The holder of `history` adds to it. */
static inline void sw_history_add(struct sw_histories *histories, struct sw_history **history,
                                  uint32_t key, uint64_t cost, uint64_t count)
{
    struct sw_history *p = *history;
    if (__builtin_expect(!p || p->holders != 1 || p->key != key, 0)) {
        sw_history_add_slow(histories, history, key, cost, count);
        return;
    }
    p->amount.cost += cost;
    p->amount.count += count;
}

/* One more holder. */
static inline struct sw_history *sw_history_hold(struct sw_history *history)
{
    if (history)
        history->holders++;
    return history;
}

/* One holder less. */
static inline void sw_history_drop(struct sw_histories *histories, struct sw_history *history)
{
    if (!history)
        return;
    if (history->holders > 2)
        history->holders--;
    else
        sw_history_drop_slow(histories, history);
}

/* Adds what is in the history under the keys first, first + step, ... to sums[0], sums[1], ... False: the history has no end,
 * because the program has written there, and the sums mean nothing. */
bool sw_history_sum(const struct sw_histories *histories, const struct sw_history *history,
                    uint64_t first, uint64_t step, struct sw_amount *sums, uint64_t n);
