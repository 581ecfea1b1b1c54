/* What tests of the program tree share: a recorder with memory of its own, and what it recorded. */
#pragma once

#include "engine/tree/tree.h"
#include "tests/check.h"

#include <stdlib.h>
#include <sys/mman.h>

struct taken {
    struct sw_node *nodes;
    struct sw_item *items;
    uint64_t n_nodes, n_items;
    struct sw_tree_measure measure;
};

static inline struct sw_tree *test_tree_make(struct sw_arena *arena, uint64_t bound)
{
    size_t size = bound + 4096;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    sw_arena_init(arena, memory, size);
    return sw_tree_make(arena, bound);
}

static inline void test_tree_drop(struct sw_arena *arena)
{
    munmap(arena->base, arena->size);
}

static inline struct taken test_tree_take(struct sw_tree *tree)
{
    struct taken t;
    sw_tree_finish(tree);
    sw_tree_size(tree, &t.n_nodes, &t.n_items);
    t.nodes = calloc(t.n_nodes, sizeof *t.nodes);
    t.items = calloc(t.n_items + 1, sizeof *t.items);
    sw_tree_copy(tree, t.nodes, t.items);
    sw_tree_measured(tree, &t.measure);
    return t;
}

static inline void test_taken_drop(struct taken *t)
{
    free(t->nodes);
    free(t->items);
}

/* How often each node is in the unfolded tree; to be freed. */
static inline uint64_t *test_occurrences(const struct taken *t)
{
    uint64_t *n = calloc(t->n_nodes, sizeof *n);
    n[t->n_nodes - 1] = 1;
    for (uint64_t i = t->n_nodes - 1; i > 0; i--)
        for (uint32_t k = 0; k < t->nodes[i].n_items; k++) {
            struct sw_item item = t->items[t->nodes[i].first + k];
            n[item.node] += item.count * n[i];
        }
    return n;
}

/* Numbers are as they must be, WORK stands for as much as it says, and all lengths add up to `total`. */
static inline void test_taken_sound(const struct taken *t, uint64_t total)
{
    uint64_t *occurs = test_occurrences(t), sum = 0;
    CHECK_EQ(t->nodes[t->n_nodes - 1].kind, SW_NODE_CALL);
    for (uint64_t i = 1; i < t->n_nodes; i++) {
        const struct sw_node *node = &t->nodes[i];
        CHECK(occurs[i] > 0);
        CHECK(node->first + node->n_items <= t->n_items);
        for (uint32_t k = 0; k < node->n_items; k++)
            CHECK(t->items[node->first + k].node < i && t->items[node->first + k].node > 0 &&
                  t->items[node->first + k].count > 0);
        if (node->kind != SW_NODE_WORK)
            continue;
        CHECK_EQ(node->count, occurs[i]);
        sum += node->sum;
    }
    CHECK_EQ(sum, total);
    free(occurs);
}

static inline uint64_t test_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33 ^ *state >> 20;
}
