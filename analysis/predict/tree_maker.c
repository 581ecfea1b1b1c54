#include "analysis/predict/tree_maker.h"
#include "analysis/findings/units.h"

int sw_tree_maker_grow(void *array, size_t *room, size_t n, size_t size)
{
    void **at = array;
    if (n < *room)
        return 0;
    size_t wanted = *room ? 2 * *room : 256;
    while (wanted <= n)
        wanted *= 2;
    void *bigger = realloc(*at, wanted * size);
    if (!bigger)
        return -ENOMEM;
    *at = bigger;
    *room = wanted;
    return 0;
}

int sw_tree_maker_init(struct sw_tree_maker *b, struct sw_program_tree *out,
                       const struct sw_program_tree *like)
{
    *b = (struct sw_tree_maker){.out = out};
    *out = (struct sw_program_tree){.sites = like->sites,
                                    .n_sites = like->n_sites,
                                    .locks = like->locks,
                                    .n_locks = like->n_locks,
                                    .measure = like->measure,
                                    .shared = 1};
    if (sw_tree_maker_grow(&out->nodes, &b->nodes_room, like->n_nodes + 64, sizeof *out->nodes) ||
        sw_tree_maker_grow(&out->items, &b->items_room, like->n_items + 64, sizeof *out->items)) {
        sw_program_tree_release(out);
        return -ENOMEM;
    }
    out->nodes[0] = (struct sw_node){.kind = SW_NODE_NONE};
    out->n_nodes = 1;
    return 0;
}

uint32_t sw_tree_maker_add(struct sw_tree_maker *b, struct sw_node node,
                           const struct sw_item *items, size_t n)
{
    struct sw_program_tree *out = b->out;
    double sum = 0;
    if (out->n_nodes >= UINT32_MAX ||
        sw_tree_maker_grow(&out->nodes, &b->nodes_room, out->n_nodes, sizeof *out->nodes) ||
        sw_tree_maker_grow(&out->items, &b->items_room, out->n_items + n, sizeof *out->items))
        return 0;
    if (node.kind != SW_NODE_WORK) {
        node.first = out->n_items;
        node.n_items = (uint32_t)n;
        for (size_t i = 0; i < n; i++) {
            out->items[out->n_items++] = items[i];
            sum += items[i].count * sw_node_length(&out->nodes[items[i].node]);
        }
        node.sum = sw_rounded(sum);
    }
    out->nodes[out->n_nodes] = node;
    return (uint32_t)out->n_nodes++;
}
