/*
 * The new tree has the nodes of the old one in the same order, and behind each that is to be lighter somewhere the lighter one, so that items still
 * have smaller numbers than who has them. What is to be lighter is known from above: tasks of sections of spawns, and in each the first
 * item that has work, down to a piece of work.
 */
#include "analysis/findings/units.h"
#include "analysis/predict/fixed.h"

struct lighter {
    const struct sw_program_tree *tree;
    struct sw_program_tree *out;
    double less;
    unsigned char *spawns; /* by node: a section of spawns, or a group in one */
    unsigned char *wanted; /* a lighter one */
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
        if (node->kind == SW_NODE_WORK)
            continue;
        l->spawns[i] |= node->kind == SW_NODE_SECTION && node->schedule == SW_SECTION_SPAWN;
        for (uint32_t k = 0; l->spawns[i] && k < node->n_items; k++) {
            uint32_t child = t->items[node->first + k].node;
            l->spawns[child] |= t->nodes[child].kind == SW_NODE_GROUP;
            l->wanted[child] |= t->nodes[child].kind == SW_NODE_TASK;
        }
        uint32_t first = l->wanted[i] ? first_with_work(l, node) : node->n_items;
        if (first < node->n_items)
            l->wanted[t->items[node->first + first].node] = 1;
    }
}

static void add_item(struct lighter *l, struct sw_node *node, uint32_t child, uint32_t count,
                     double *sum)
{
    if (!count)
        return;
    l->out->items[l->out->n_items++] = (struct sw_item){child, count};
    node->n_items++;
    *sum += count * sw_node_length(&l->out->nodes[child]);
}

/* With one of its items lighter, where it has that: n_items for none. Its number. */
static uint32_t add(struct lighter *l, uint32_t number, uint32_t lighter_item)
{
    const struct sw_node *from = &l->tree->nodes[number];
    struct sw_node node = *from;
    double sum = 0;
    if (node.kind != SW_NODE_WORK) {
        node.first = l->out->n_items;
        node.n_items = 0;
        for (uint32_t i = 0; i < from->n_items; i++) {
            struct sw_item item = l->tree->items[from->first + i];
            bool spawned = l->spawns[number] && l->tree->nodes[item.node].kind == SW_NODE_TASK;
            uint32_t first = i == lighter_item;
            if (first)
                add_item(l, &node, l->light[item.node], 1, &sum);
            add_item(l, &node, spawned ? l->light[item.node] : l->number[item.node],
                     item.count - first, &sum);
        }
        node.sum = sw_rounded(sum);
    }
    l->out->nodes[l->out->n_nodes] = node;
    return (uint32_t)l->out->n_nodes++;
}

static uint32_t add_lighter(struct lighter *l, uint32_t number)
{
    struct sw_node node = l->tree->nodes[number];
    double length = sw_node_length(&node) - l->less;
    if (node.kind != SW_NODE_WORK)
        return add(l, number, first_with_work(l, &node));
    node.sum = length > 0 ? sw_rounded(length * 1024) : 0;
    node.count = node.sum ? 1024 : 0;
    l->out->nodes[l->out->n_nodes] = node;
    return (uint32_t)l->out->n_nodes++;
}

static int build(struct lighter *l)
{
    size_t n = l->tree->n_nodes, n_items = 0;
    for (size_t i = 1; i < n; i++)
        n_items += l->tree->nodes[i].kind == SW_NODE_WORK ? 0 : l->tree->nodes[i].n_items + 1;
    l->spawns = calloc(n, 1);
    l->wanted = calloc(n, 1);
    l->number = calloc(n, sizeof *l->number);
    l->light = calloc(n, sizeof *l->light);
    l->out->nodes = calloc(2 * n, sizeof *l->out->nodes);
    l->out->items = calloc(2 * n_items + 1, sizeof *l->out->items);
    l->out->n_nodes = 1;
    if (!l->spawns || !l->wanted || !l->number || !l->light || !l->out->nodes || !l->out->items)
        return -ENOMEM;
    want(l);
    for (uint32_t i = 1; i < n; i++) {
        l->number[i] = add(l, i, UINT32_MAX);
        if (l->wanted[i])
            l->light[i] = add_lighter(l, i);
    }
    return 0;
}

int sw_tree_without_spawns(struct sw_program_tree *lighter, const struct sw_program_tree *tree,
                           double in_work)
{
    struct lighter l = {.tree = tree, .out = lighter, .less = in_work > 0 ? in_work : 0};
    *lighter = (struct sw_program_tree){.sites = tree->sites,
                                        .n_sites = tree->n_sites,
                                        .locks = tree->locks,
                                        .n_locks = tree->n_locks,
                                        .measure = tree->measure,
                                        .shared = 1};
    int error = tree->n_nodes ? build(&l) : 0;
    free(l.spawns);
    free(l.wanted);
    free(l.number);
    free(l.light);
    if (error)
        sw_program_tree_release(lighter);
    return error;
}
