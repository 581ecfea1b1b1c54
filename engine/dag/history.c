/*
 * Invariants: a node's holders are strands, each with one pointer to it, and nodes, each by its
 * `before`. A node is never held by one node alone. So to drop a node frees it and no other: the
 * node before it has another holder, with which it is united if that is a node. That one is found
 * without a list, because the exclusive or of a single address is that address, and of none is 0.
 *
 * A log is compacted when it has doubled since the last time: entries of the same key become one.
 * That takes time in its length, by a table of all keys that is shared and left empty, and at least
 * half the entries have come since, by adding or by union; a log is not longer than twice its keys,
 * or LEAST_LOG.
 */
#include "engine/dag/history.h"

#define AT_ONCE   64
#define LEAST_LOG 32

void sw_histories_init(struct sw_histories *histories, struct sw_arena *arena)
{
    histories->arena = arena;
}

bool sw_histories_reserve(struct sw_histories *histories, uint64_t n)
{
    uint64_t n_keys = histories->n_keys ? histories->n_keys : 128;
    if (n <= histories->n_keys)
        return true;
    while (n_keys < n)
        n_keys *= 2;
    struct sw_history_entry **seen = sw_arena_take(histories->arena, n_keys * sizeof *seen);
    if (!seen)
        return false;
    histories->seen = seen;
    histories->n_keys = n_keys;
    return true;
}

/* A free one, of a list that is linked by `link`: where there is none, AT_ONCE more come from the arena. NULL: no memory. */
#define TAKE_FREE(histories, list, link)                                      \
    __extension__({                                                           \
        __typeof__((histories)->list) one_ = (histories)->list;               \
        if (__builtin_expect(!one_, 0)) {                                     \
            one_ = sw_arena_take((histories)->arena, AT_ONCE * sizeof *one_); \
            for (unsigned i_ = 1; one_ && i_ < AT_ONCE; i_++)                 \
                one_[i_ - 1].link = &one_[i_];                                \
        }                                                                     \
        if (one_)                                                             \
            (histories)->list = one_->link;                                   \
        one_;                                                                 \
    })

static inline void amount_add(struct sw_amount *into, struct sw_amount amount)
{
    into->cost += amount.cost;
    into->count += amount.count;
}

static __attribute__((noinline)) void compact(struct sw_histories *histories,
                                              struct sw_history *node)
{
    struct sw_history_entry *last = NULL, *next, **seen = histories->seen;
    for (struct sw_history_entry *e = node->head; e; e = next) {
        next = e == node->tail ? NULL : e->next;
        struct sw_history_entry *same = seen[e->key];
        if (!same) {
            seen[e->key] = e;
            if (last)
                last->next = e;
            last = e;
            continue;
        }
        amount_add(&same->amount, e->amount);
        e->next = histories->free_entries;
        histories->free_entries = e;
        node->length--;
    }
    node->tail = last;
    for (struct sw_history_entry *e = node->head;; e = e->next) {
        seen[e->key] = NULL;
        if (e == node->tail)
            break;
    }
    node->limit = 2 * node->length > LEAST_LOG ? 2 * node->length : LEAST_LOG;
}

/* Into the log; false: no memory. */
static inline bool log_add(struct sw_histories *histories, struct sw_history *node, uint32_t key,
                           struct sw_amount amount)
{
    struct sw_history_entry *entry = TAKE_FREE(histories, free_entries, next);
    if (!entry) {
        histories->lost++;
        return false;
    }
    entry->key = key;
    entry->amount = amount;
    entry->next = node->head;
    node->head = entry;
    if (!node->length)
        node->tail = entry;
    if (++node->length >= node->limit)
        compact(histories, node);
    return true;
}

/* The strand that is the only holder adds another key than the latest. */
static void node_add(struct sw_histories *histories, struct sw_history *node, uint32_t key,
                     struct sw_amount amount)
{
    struct sw_history_entry *head = node->head;
    if (node->length && head->key == key) { /* two keys by turns */
        amount_add(&amount, head->amount);
        head->key = node->key;
        head->amount = node->amount;
    } else if (!log_add(histories, node, node->key, node->amount)) {
        return;
    }
    node->key = key;
    node->amount = amount;
}

void sw_history_add_slow(struct sw_histories *histories, struct sw_history **history, uint32_t key,
                         uint64_t cost, uint64_t count)
{
    struct sw_history *before = *history;
    if (before && before->holders == 1) {
        node_add(histories, before, key, (struct sw_amount){cost, count});
        return;
    }
    struct sw_history *node = TAKE_FREE(histories, free, before);
    if (!node) {
        histories->lost++;
        return;
    }
    *node = (struct sw_history){
        .holders = 1, .key = key, .amount = {cost, count}, .before = before, .limit = LEAST_LOG};
    if (before)
        before->after ^= (uintptr_t)node;
    *history = node;
}

static inline void node_give(struct sw_histories *histories, struct sw_history *node)
{
    node->before = histories->free;
    histories->free = node;
}

/* Moves what is in `from` to a node that has not less keys to come. */
static void unite(struct sw_histories *histories, struct sw_history *into, struct sw_history *from)
{
    if (from->length) {
        from->tail->next = into->head;
        if (!into->length)
            into->tail = from->tail;
        into->head = from->head;
        into->length += from->length;
        if (into->limit < from->limit)
            into->limit = from->limit;
    }
    if (into->key == from->key)
        amount_add(&into->amount, from->amount);
    else
        log_add(histories, into, from->key, from->amount);
    if (into->length >= into->limit)
        compact(histories, into);
}

/* A node that one node alone holds becomes a part of that. */
static void unite_with_after(struct sw_histories *histories, struct sw_history *node)
{
    struct sw_history *after = (struct sw_history *)node->after;
    unite(histories, after, node);
    after->before = node->before;
    if (after->before)
        after->before->after ^= (uintptr_t)node ^ (uintptr_t)after;
    node_give(histories, node);
}

void sw_history_drop_slow(struct sw_histories *histories, struct sw_history *history)
{
    if (--history->holders == 0) {
        struct sw_history *freed = history;
        history = freed->before;
        if (freed->length) {
            freed->tail->next = histories->free_entries;
            histories->free_entries = freed->head;
        }
        node_give(histories, freed);
        if (!history)
            return;
        history->after ^= (uintptr_t)freed;
        history->holders--;
    }
    if (history->holders == 1 && history->after)
        unite_with_after(histories, history);
}

/* A key below the first one is a very high number from there. */
static void sum_add(struct sw_amount *sums, uint64_t n, uint64_t from_first, uint64_t step,
                    struct sw_amount amount)
{
    if (from_first % step == 0 && from_first / step < n)
        amount_add(&sums[from_first / step], amount);
}

bool sw_history_sum(const struct sw_histories *histories, const struct sw_history *history,
                    uint64_t first, uint64_t step, struct sw_amount *sums, uint64_t n)
{
    uint64_t most = histories->arena->used / sizeof(struct sw_history_entry), steps = 0;
    for (; history && steps < most; history = history->before, steps++) {
        const struct sw_history_entry *e = history->head;
        sum_add(sums, n, history->key - first, step, history->amount);
        /* A program that was killed in the middle of a compaction leaves a shorter list. */
        for (uint32_t i = 0; i < history->length && e && steps < most; i++, e = e->next, steps++)
            sum_add(sums, n, e->key - first, step, e->amount);
    }
    return !history;
}
