/*
 * The new tree has the nodes of the old one in the same order, and behind each that is to be lighter somewhere the lighter one, so that items still
 * have smaller numbers than who has them. What is to be lighter is known from above: tasks of sections of spawns, and in each the first
 * item that has work, down to a piece of work.
 */
#include "analysis/findings/units.h"
#include "analysis/predict/fixed.h"
#include "analysis/predict/tree_maker.h"
#include "base/pool.h"

struct lighter {
    const struct sw_program_tree *tree;
    struct sw_tree_maker maker;
    struct sw_item_list items; /* of the node that is being made */
    double less;
    bool *spawns; /* by node: a section of spawns, or a group in one */
    bool *wanted; /* a lighter one */
    uint32_t *number, *light;
};

/* The item that a lighter node is lighter by; n_items: none. */
static uint32_t first_with_work(const struct lighter *l, const struct sw_node *node)
{
    uint32_t i = 0;
    for (; i < node->n_items; i++) {
        const struct sw_node *child = &l->tree->nodes[l->tree->items[node->first + i].node];
        if (sw_node_length(child) > 0 && child->kind != SW_NODE_SECTION &&
            child->kind != SW_NODE_LOCK)
            break;
    }
    return i;
}

/* From the root on: who has items comes after them. */
static void want(struct lighter *l)
{
    const struct sw_program_tree *t = l->tree;
    for (uint32_t i = sw_program_tree_root(t); i > 0; i--) {
        const struct sw_node *node = &t->nodes[i];
        l->spawns[i] |= node->kind == SW_NODE_SECTION && node->schedule == SW_SECTION_SPAWN;
        for (uint32_t k = 0; l->spawns[i] && k < node->n_items; k++) {
            uint32_t child = t->items[node->first + k].node;
            l->spawns[child] |= t->nodes[child].kind == SW_NODE_GROUP;
            l->wanted[child] |= t->nodes[child].kind == SW_NODE_TASK;
        }
        uint32_t first = l->wanted[i] ? first_with_work(l, node) : node->n_items;
        if (first < node->n_items)
            l->wanted[t->items[node->first + first].node] = true;
    }
}

/* With one of its items lighter, where it has that: n_items for none. Its number; 0: no memory. */
static uint32_t add(struct lighter *l, uint32_t number, uint32_t lighter_item)
{
    const struct sw_node *node = &l->tree->nodes[number];
    l->items.n = 0;
    for (uint32_t i = 0; i < node->n_items; i++) {
        struct sw_item item = l->tree->items[node->first + i];
        bool spawned = l->spawns[number] && l->tree->nodes[item.node].kind == SW_NODE_TASK;
        uint32_t first = i == lighter_item;
        if (sw_item_list_add(&l->items, l->light[item.node], first) ||
            sw_item_list_add(&l->items, spawned ? l->light[item.node] : l->number[item.node],
                             item.count - first))
            return 0;
    }
    return sw_tree_maker_add(&l->maker, *node, l->items.items, l->items.n);
}

static uint32_t add_lighter(struct lighter *l, uint32_t number)
{
    struct sw_node node = l->tree->nodes[number];
    double length = sw_node_length(&node) - l->less;
    if (node.kind != SW_NODE_WORK)
        return add(l, number, first_with_work(l, &node));
    node.sum = length > 0 ? sw_rounded(length * 1024) : 0;
    node.count = node.sum ? 1024 : 0;
    return sw_tree_maker_add(&l->maker, node, NULL, 0);
}

int sw_tree_without_spawns(struct sw_program_tree *lighter, const struct sw_program_tree *tree,
                           double in_work)
{
    SW_POOL(pool);
    struct lighter l = {.tree = tree, .less = fmax(in_work, 0)};
    int error = sw_tree_maker_init(&l.maker, lighter, tree);
    SW_POOLED(&pool, l.spawns, tree->n_nodes);
    SW_POOLED(&pool, l.wanted, tree->n_nodes);
    SW_POOLED(&pool, l.number, tree->n_nodes);
    SW_POOLED(&pool, l.light, tree->n_nodes);
    if (error)
        return error;
    error = pool.error;
    if (!error && tree->n_nodes)
        want(&l);
    for (uint32_t i = 1; !error && i < tree->n_nodes; i++) {
        l.number[i] = add(&l, i, UINT32_MAX);
        l.light[i] = l.number[i] && l.wanted[i] ? add_lighter(&l, i) : 0;
        error = l.number[i] && (l.light[i] || !l.wanted[i]) ? 0 : -ENOMEM;
    }
    free(l.items.items);
    if (error)
        sw_program_tree_release(lighter);
    return error;
}
