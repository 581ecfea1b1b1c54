#include "tests/emulate/unfold.h"

#include <stdlib.h>

struct unfolding {
    const struct sw_program_tree *tree;
    const double *burden;
};

static void append(struct unfolded *to, struct unfolded *item)
{
    to->items = realloc(to->items, (to->n + 1) * sizeof *to->items);
    if (!to->items)
        abort();
    to->items[to->n++] = item;
}

static struct unfolded *unfold_node(const struct unfolding *in, uint32_t number, bool inside,
                                    double burden);

static void unfold_items(const struct unfolding *in, uint32_t number, struct unfolded *to,
                         bool inside, double burden);

static void unfold_item(const struct unfolding *in, uint32_t number, struct unfolded *to,
                        bool inside, double burden)
{
    if (in->tree->nodes[number].kind == SW_NODE_GROUP)
        unfold_items(in, number, to, inside, burden);
    else
        append(to, unfold_node(in, number, inside, burden));
}

/* Evenly: of items that have come g of c times after k of n in all, the one with the greatest c k / n - g. */
static void unfold_shuffled(const struct unfolding *in, const struct sw_item *items, size_t n_items,
                            struct unfolded *to, bool inside, double burden)
{
    int64_t n = 0, given[n_items + 1];
    for (size_t i = 0; i < n_items; i++) {
        n += items[i].count;
        given[i] = 0;
    }
    for (int64_t k = 0; k < n; k++) {
        size_t best = 0;
        int64_t most = INT64_MIN;
        for (size_t i = 0; i < n_items; i++) {
            int64_t behind = items[i].count * k - given[i] * n;
            if (behind > most) {
                most = behind;
                best = i;
            }
        }
        given[best]++;
        unfold_item(in, items[best].node, to, inside, burden);
    }
}

static void unfold_items(const struct unfolding *in, uint32_t number, struct unfolded *to,
                         bool inside, double burden)
{
    const struct sw_node *node = &in->tree->nodes[number];
    const struct sw_item *items = in->tree->items + node->first;
    if (node->kind == SW_NODE_GROUP && node->flags & SW_NODE_SHUFFLED) {
        unfold_shuffled(in, items, node->n_items, to, inside, burden);
        return;
    }
    for (uint32_t i = 0; i < node->n_items; i++)
        for (uint32_t k = 0; k < items[i].count; k++)
            unfold_item(in, items[i].node, to, inside, burden);
}

static struct unfolded *unfold_node(const struct unfolding *in, uint32_t number, bool inside,
                                    double burden)
{
    struct unfolded *u = calloc(1, sizeof *u);
    if (!u)
        abort();
    u->node = in->tree->nodes[number];
    u->inside = inside;
    if (u->node.kind == SW_NODE_SECTION && !inside && in->burden)
        burden = in->burden[u->node.site];
    u->burden = burden;
    if (u->node.kind == SW_NODE_WORK) {
        u->work = sw_node_length(&u->node);
        return u;
    }
    unfold_items(in, number, u, inside || u->node.kind == SW_NODE_SECTION, burden);
    u->task_at = calloc(u->n + 1, sizeof *u->task_at);
    if (!u->task_at)
        abort();
    for (size_t i = 0; i < u->n; i++) {
        u->work += u->items[i]->work;
        if (u->items[i]->node.kind == SW_NODE_TASK)
            u->task_at[u->n_tasks++] = i;
    }
    return u;
}

struct unfolded *unfold(const struct sw_program_tree *tree, const double *burden)
{
    struct unfolding in = {tree, burden};
    return unfold_node(&in, sw_program_tree_root(tree), false, 1);
}

void unfold_release(struct unfolded *root)
{
    for (size_t i = 0; i < root->n; i++)
        unfold_release(root->items[i]);
    free(root->items);
    free(root->task_at);
    free(root);
}
