#include "analysis/predict/tree_maker.h"
#include "analysis/findings/units.h"

int sw_item_list_add(struct sw_item_list *list, uint32_t node, uint64_t count)
{
    if (!count)
        return 0;
    if (!node || !SW_GROW(list->items, list->n, list->room))
        return -ENOMEM;
    list->items[list->n++] = (struct sw_item){node, (uint32_t)count};
    return 0;
}

int sw_tree_maker_init(struct sw_tree_maker *b, struct sw_program_tree *out,
                       const struct sw_program_tree *like)
{
    *b = (struct sw_tree_maker){out, like->n_nodes + 64, like->n_items + 64};
    *out = (struct sw_program_tree){.nodes = calloc(b->nodes_room, sizeof *out->nodes),
                                    .n_nodes = like->n_nodes > 0,
                                    .items = calloc(b->items_room, sizeof *out->items),
                                    .sites = like->sites,
                                    .n_sites = like->n_sites,
                                    .locks = like->locks,
                                    .n_locks = like->n_locks,
                                    .measure = like->measure,
                                    .shared = 1};
    if (out->nodes && out->items)
        return 0;
    sw_program_tree_release(out);
    return -ENOMEM;
}

uint32_t sw_tree_maker_add(struct sw_tree_maker *b, struct sw_node node,
                           const struct sw_item *items, size_t n)
{
    struct sw_program_tree *out = b->out;
    double sum = 0;
    if (out->n_nodes >= UINT32_MAX || !SW_GROW(out->nodes, out->n_nodes, b->nodes_room))
        return 0;
    if (node.kind != SW_NODE_WORK) {
        node.first = out->n_items;
        node.n_items = (uint32_t)n;
        for (size_t i = 0; i < n; i++) {
            if (!items[i].node || !SW_GROW(out->items, out->n_items, b->items_room))
                return 0;
            out->items[out->n_items++] = items[i];
            sum += items[i].count * sw_node_length(&out->nodes[items[i].node]);
        }
        node.sum = sw_rounded(sum);
    }
    out->nodes[out->n_nodes] = node;
    return (uint32_t)out->n_nodes++;
}

uint32_t sw_tree_maker_add_task(struct sw_tree_maker *b, uint32_t node, uint64_t count)
{
    struct sw_item item = {node, (uint32_t)count};
    return sw_tree_maker_add(b, (struct sw_node){.kind = SW_NODE_TASK}, &item, 1);
}
