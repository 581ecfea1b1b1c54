/*
 * Groups whose order was not kept: put in one here, dealt out evenly, as a copy of the tree, so that nothing else has to
 * know. Of very large groups lumps are dealt out, so that the copy stays small: SW_MOST_DEALT.
 */
#include "analysis/emulate/parts.h"

enum { SW_MOST_DEALT = 1 << 16 };

struct deal {
    struct sw_item *items;
    size_t n, room;
};

static int put(struct deal *deal, size_t first, uint32_t node, uint32_t count)
{
    if (!count)
        return 0;
    if (deal->n > first && deal->items[deal->n - 1].node == node &&
        deal->items[deal->n - 1].count <= UINT32_MAX - count) {
        deal->items[deal->n - 1].count += count;
        return 0;
    }
    if (!SW_GROW(deal->items, deal->n, deal->room))
        return -ENOMEM;
    deal->items[deal->n++] = (struct sw_item){node, count};
    return 0;
}

/* At each of n steps the item that is furthest behind its share: c k / n - done, the first of the largest. */
static int deal_out(struct sw_emulator *e, struct deal *deal, const struct sw_item *items,
                    uint32_t n_items)
{
    uint64_t all = 0, n = 0, k = 0;
    size_t first = deal->n;
    int error = 0;
    uint64_t *done = calloc(n_items, sizeof *done);
    if (!done && n_items)
        return -ENOMEM;
    for (uint32_t i = 0; i < n_items; i++)
        all += items[i].count;
    uint32_t lump = (uint32_t)(all / SW_MOST_DEALT + 1);
    for (uint32_t i = 0; i < n_items; i++)
        n += items[i].count / lump;
    for (; k < n && !error; k++) {
        uint32_t best = 0;
        __int128 most = 0;
        bool any = false;
        sw_emulator_spend(e, n_items);
        for (uint32_t i = 0; i < n_items; i++) {
            __int128 behind =
                (__int128)(items[i].count / lump) * (int64_t)k - (__int128)done[i] * (int64_t)n;
            if (done[i] < items[i].count / lump && (!any || behind > most)) {
                most = behind;
                best = i;
                any = true;
            }
        }
        done[best]++;
        error = e->error ? e->error : put(deal, first, items[best].node, lump);
    }
    for (uint32_t i = 0; i < n_items && !error; i++)
        error = put(deal, first, items[i].node, items[i].count % lump);
    free(done);
    return error;
}

int sw_emulator_unshuffle(struct sw_emulator *e)
{
    const struct sw_program_tree *tree = e->tree;
    struct deal deal = {0};
    size_t i = 1;
    e->nodes = tree->nodes;
    e->items = tree->items;
    while (i < tree->n_nodes &&
           !(tree->nodes[i].flags & SW_NODE_SHUFFLED && tree->nodes[i].kind == SW_NODE_GROUP))
        i++;
    if (i == tree->n_nodes)
        return 0;
    e->own_nodes = malloc(tree->n_nodes * sizeof *e->own_nodes);
    if (!e->own_nodes)
        return -ENOMEM;
    memcpy(e->own_nodes, tree->nodes, tree->n_nodes * sizeof *e->own_nodes);
    for (i = 1; i < tree->n_nodes; i++) {
        struct sw_node *node = &e->own_nodes[i];
        const struct sw_item *items = tree->items + node->first;
        int error = 0;
        size_t first = deal.n;
        if (node->kind == SW_NODE_GROUP && node->flags & SW_NODE_SHUFFLED)
            error = deal_out(e, &deal, items, node->n_items);
        else
            for (uint32_t k = 0; k < node->n_items && !error; k++)
                error = put(&deal, deal.n, items[k].node, items[k].count);
        if (error) {
            free(deal.items);
            return error;
        }
        node->first = first;
        node->n_items = (uint32_t)(deal.n - first);
    }
    e->n_own_items = deal.n;
    e->own_items = deal.items;
    e->nodes = e->own_nodes;
    e->items = e->own_items;
    return 0;
}
