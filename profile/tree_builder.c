#include "profile/tree_builder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct sw_tree_open {
    struct sw_node node;
    size_t first; /* of its pending items */
};

/* Makes room for one more of `size` bytes. */
static void *grow(struct sw_tree_builder *builder, void *array, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return array;
    size_t more = *room ? *room * 2 : 64;
    void *larger = builder->error ? NULL : reallocarray(array, more, size);
    if (!larger) {
        builder->error = builder->error ? builder->error : -ENOMEM;
        return NULL;
    }
    *room = more;
    return larger;
}

#define ROOM(builder, array, n, room)                                      \
    ({                                                                     \
        void *larger_ = grow(builder, array, n, &(room), sizeof *(array)); \
        if (larger_)                                                       \
            (array) = larger_;                                             \
        larger_ != NULL;                                                   \
    })

void sw_tree_builder_init(struct sw_tree_builder *builder)
{
    *builder = (struct sw_tree_builder){.n_nodes = 1}; /* number 0 is no node */
}

void sw_tree_builder_release(struct sw_tree_builder *builder)
{
    free(builder->nodes);
    free(builder->items);
    free(builder->open);
    free(builder->pending);
    free(builder->slots);
    sw_tree_builder_init(builder);
}

static uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t hash(const struct sw_node *node, const struct sw_item *items)
{
    uint64_t h = mix(node->kind | (uint64_t)node->schedule << 8 | (uint64_t)node->flags << 16,
                     (uint64_t)node->site << 32 | node->detail);
    if (node->kind == SW_NODE_WORK)
        return mix(mix(h, node->sum), node->count);
    for (uint32_t i = 0; i < node->n_items; i++)
        h = mix(h, (uint64_t)items[i].node << 32 | items[i].count);
    return h;
}

static int equal(const struct sw_tree_builder *builder, const struct sw_node *a,
                 const struct sw_node *b, const struct sw_item *items)
{
    if (a->kind != b->kind || a->schedule != b->schedule || a->flags != b->flags ||
        a->site != b->site || a->detail != b->detail || a->n_items != b->n_items)
        return 0;
    if (a->kind == SW_NODE_WORK)
        return a->sum == b->sum && a->count == b->count;
    return !a->n_items || !memcmp(builder->items + a->first, items, a->n_items * sizeof *items);
}

static void rehash(struct sw_tree_builder *builder)
{
    size_t n = builder->n_slots ? builder->n_slots * 2 : 256;
    uint32_t *slots = builder->error ? NULL : calloc(n, sizeof *slots);
    if (!slots) {
        builder->error = builder->error ? builder->error : -ENOMEM;
        return;
    }
    for (size_t i = 1; i < builder->n_nodes; i++) {
        const struct sw_node *node = &builder->nodes[i];
        const struct sw_item *items = node->n_items ? builder->items + node->first : NULL;
        size_t at = hash(node, items) & (n - 1);
        while (slots[at])
            at = (at + 1) & (n - 1);
        slots[at] = (uint32_t)i;
    }
    free(builder->slots);
    builder->slots = slots;
    builder->n_slots = n;
}

static uint64_t length_of(const struct sw_tree_builder *builder, const struct sw_item *items,
                          uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += sw_node_length(&builder->nodes[items[i].node]) * items[i].count;
    return sum < 0x1p63 ? (uint64_t)(sum + 0.5) : UINT64_MAX;
}

/* A new node, with copies of its items. */
static uint32_t append(struct sw_tree_builder *builder, struct sw_node node,
                       const struct sw_item *items)
{
    if (builder->n_nodes >= UINT32_MAX)
        builder->error = builder->error ? builder->error : -E2BIG;
    if (!ROOM(builder, builder->nodes, builder->n_nodes, builder->room_nodes))
        return 0;
    node.first = node.kind == SW_NODE_WORK ? 0 : builder->n_items;
    for (uint32_t i = 0; i < node.n_items; i++) {
        if (!ROOM(builder, builder->items, builder->n_items, builder->room_items))
            return 0;
        builder->items[builder->n_items++] = items[i];
    }
    if (node.kind != SW_NODE_WORK)
        node.sum = length_of(builder, items, node.n_items);
    builder->nodes[0] = (struct sw_node){0};
    builder->nodes[builder->n_nodes] = node;
    return (uint32_t)builder->n_nodes++;
}

static uint32_t find_or_append(struct sw_tree_builder *builder, const struct sw_node *node,
                               const struct sw_item *items)
{
    if (2 * builder->n_nodes >= builder->n_slots)
        rehash(builder);
    if (builder->error)
        return 0;
    size_t at = hash(node, items) & (builder->n_slots - 1);
    for (; builder->slots[at]; at = (at + 1) & (builder->n_slots - 1))
        if (equal(builder, &builder->nodes[builder->slots[at]], node, items))
            return builder->slots[at];
    uint32_t number = append(builder, *node, items);
    builder->slots[at] = number;
    return number;
}

void sw_tree_builder_open(struct sw_tree_builder *builder, const struct sw_node *like)
{
    if (!ROOM(builder, builder->open, builder->n_open, builder->room_open))
        return;
    builder->open[builder->n_open++] = (struct sw_tree_open){
        .node = {.kind = like->kind,
                 .schedule = like->schedule,
                 .flags = like->flags,
                 .site = like->site,
                 .detail = like->detail},
        .first = builder->n_pending,
    };
}

uint32_t sw_tree_builder_close(struct sw_tree_builder *builder, uint32_t times)
{
    if (builder->error)
        return 0;
    struct sw_tree_open open = builder->open[--builder->n_open];
    open.node.n_items = (uint32_t)(builder->n_pending - open.first);
    /* Where nothing was ever added there is no array, and nothing to be added to its address. */
    const struct sw_item *items = open.node.n_items ? builder->pending + open.first : NULL;
    uint32_t node = find_or_append(builder, &open.node, items);
    builder->n_pending = open.first;
    sw_tree_builder_add(builder, node, times);
    return node;
}

uint32_t sw_tree_builder_work(struct sw_tree_builder *builder, uint64_t sum, uint64_t count,
                              uint32_t times)
{
    struct sw_node work = {.kind = SW_NODE_WORK, .sum = sum, .count = count};
    uint32_t node = find_or_append(builder, &work, NULL);
    sw_tree_builder_add(builder, node, times);
    return node;
}

void sw_tree_builder_add(struct sw_tree_builder *builder, uint32_t node, uint32_t times)
{
    size_t first = builder->n_open ? builder->open[builder->n_open - 1].first : 0;
    if (builder->error || !times)
        return;
    if (builder->n_pending > first) {
        struct sw_item *last = &builder->pending[builder->n_pending - 1];
        if (last->node == node && times <= UINT32_MAX - last->count) {
            last->count += times;
            return;
        }
    }
    if (ROOM(builder, builder->pending, builder->n_pending, builder->room_pending))
        builder->pending[builder->n_pending++] = (struct sw_item){node, times};
}

int sw_tree_builder_finish(struct sw_tree_builder *builder, struct sw_program_tree *tree)
{
    if (!builder->error && builder->n_pending > UINT32_MAX)
        builder->error = -E2BIG;
    struct sw_node root = {.kind = SW_NODE_CALL, .n_items = (uint32_t)builder->n_pending};
    if (!builder->error)
        append(builder, root, builder->pending);
    if (builder->error)
        return builder->error;
    tree->nodes = builder->nodes;
    tree->n_nodes = builder->n_nodes;
    tree->items = builder->items;
    tree->n_items = builder->n_items;
    builder->nodes = NULL;
    builder->items = NULL;
    return 0;
}
