/* What was recorded, as nodes with numbers: those that the root needs. */
#include "engine/tree/parts.h"

static void mark(struct sw_tree *tree)
{
    struct sw_tree_record *root = sw_tree_link_back(tree);
    root->state |= SW_RECORD_MARKED;
    sw_tree_mark_items(tree, root);
}

static void number(struct sw_tree *tree)
{
    tree->n_nodes = 1;
    tree->n_items = 0;
    for (struct sw_tree_record *r = sw_tree_first(tree); r; r = sw_tree_after(tree, r)) {
        if (!(r->state & SW_RECORD_MARKED))
            continue;
        r->number = (uint32_t)tree->n_nodes++;
        tree->n_items += sw_tree_n_items(r);
    }
}

void sw_tree_finish(struct sw_tree *tree)
{
    if (tree->finished)
        return;
    for (; sw_tree_depth(tree); tree->measure.unclosed++)
        sw_tree_close(tree, 0, 0);
    sw_tree_close_frame(tree, 0);
    tree->finished = true;
    mark(tree);
    if (tree->measure.merged || tree->measure.lost)
        sw_tree_settle(tree);
    number(tree);
}

void sw_tree_size(const struct sw_tree *tree, uint64_t *n_nodes, uint64_t *n_items)
{
    *n_nodes = tree->n_nodes;
    *n_items = tree->n_items;
}

/* So many of a node. */
static unsigned __int128 length(const struct sw_node *node, uint64_t count)
{
    unsigned __int128 all = (unsigned __int128)node->sum * count;
    if (node->kind != SW_NODE_WORK)
        return all;
    return node->count ? (all + node->count / 2) / node->count : 0;
}

static void copy_items(const struct sw_tree *tree, const struct sw_tree_record *r,
                       const struct sw_node *nodes, struct sw_node *node, struct sw_item *items)
{
    unsigned __int128 sum = 0;
    for (uint32_t i = 0; i < r->n_items; i++) {
        struct sw_item item = sw_tree_items(r)[i];
        item.node = sw_tree_record(tree, item.node)->number;
        sum += length(&nodes[item.node], item.count);
        items[node->first + i] = item;
    }
    node->sum = (uint64_t)sum;
}

void sw_tree_copy(const struct sw_tree *tree, struct sw_node *nodes, struct sw_item *items)
{
    uint64_t first = 0;
    nodes[0] = (struct sw_node){0};
    for (const struct sw_tree_record *r = sw_tree_first(tree); r; r = sw_tree_after(tree, r)) {
        struct sw_node *node = &nodes[r->number];
        if (!(r->state & SW_RECORD_MARKED))
            continue;
        *node = (struct sw_node){.kind = r->kind, .schedule = r->schedule, .flags = r->flags};
        node->n_items = sw_tree_n_items(r);
        node->first = first;
        first += node->n_items;
        if (r->kind == SW_NODE_WORK) {
            node->count = r->count;
            node->sum = r->sum;
            continue;
        }
        node->site = r->site == SW_TREE_ROOT_SITE ? 0 : r->site;
        node->detail = r->kind == SW_NODE_GROUP ? 0 : r->detail;
        copy_items(tree, r, nodes, node, items);
    }
}

uint64_t sw_tree_bound(const struct sw_tree *tree)
{
    return tree->n_words * 8ull;
}

void sw_tree_measured(const struct sw_tree *tree, struct sw_tree_measure *measure)
{
    uint32_t end = tree->end > tree->highest_end ? tree->end : tree->highest_end;
    *measure = tree->measure;
    measure->bytes = 8ull * (end - tree->first + (tree->n_words - tree->lowest_top)) +
                     sizeof *tree + tree->n_heads * sizeof(sw_ref) +
                     tree->n_entries * sizeof(uint32_t);
    if (measure->bytes > sw_tree_bound(tree)) /* what was used for one and then for the other */
        measure->bytes = sw_tree_bound(tree);
}
