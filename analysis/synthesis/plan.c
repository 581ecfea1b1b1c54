#include "analysis/synthesis/plan.h"
#include "analysis/synthesis/build.h"

uint32_t sw_synthesis_rows_add(struct sw_synthesis_rows *rows, enum sw_synthesis_table table,
                               const void *row, int *error)
{
    size_t size = sw_synthesis_sizes[table];
    if (*error)
        return 0;
    if (rows->n == rows->room) {
        size_t room = rows->room ? 2 * rows->room : 64;
        char *data = room <= UINT32_MAX ? realloc(rows->data, room * size) : NULL;
        if (!data) {
            *error = -ENOMEM;
            return 0;
        }
        rows->data = data;
        rows->room = room;
    }
    memcpy(rows->data + rows->n * size, row, size);
    return (uint32_t)rows->n++;
}

static uint32_t add_node(struct sw_synthesis_build *b, const struct sw_synthesis_node *node)
{
    return sw_synthesis_rows_add(&b->flat->rows[SW_SYNTHESIS_NODES], SW_SYNTHESIS_NODES, node,
                                 &b->error);
}

/* The same node for the same length, mostly: equal iterations are to stay equal. */
static uint32_t work(struct sw_synthesis_build *b, double length)
{
    uint64_t bits;
    memcpy(&bits, &length, sizeof bits);
    uint32_t *known = &b->works[bits * 0x9e3779b97f4a7c15 >> 56];
    if (!*known || sw_synthesis_tree_node(b->flat, *known)->length != length)
        *known =
            add_node(b, &(struct sw_synthesis_node){.kind = SW_SYNTHESIS_WORK, .length = length});
    return *known;
}

/* --- lists --- */

static void push(struct sw_synthesis_build *b, struct sw_synthesis_list *list, uint32_t made,
                 uint32_t count)
{
    if (list->n == list->room) {
        size_t room = list->room ? 2 * list->room : 16;
        struct sw_synthesis_item *items = realloc(list->items, room * sizeof *items);
        if (!items) {
            b->error = -ENOMEM;
            return;
        }
        list->items = items;
        list->room = room;
    }
    list->items[list->n++] = (struct sw_synthesis_item){made, count};
}

static void push_plain(struct sw_synthesis_build *b, struct sw_synthesis_list *list)
{
    if (list->plain > 0)
        push(b, list, work(b, list->plain), 1);
    list->plain = 0;
}

void sw_synthesis_list_add(struct sw_synthesis_build *b, struct sw_synthesis_list *list,
                           uint32_t node, uint32_t count)
{
    double length = b->length[node] * count;
    list->length += length;
    if (b->plain[node]) {
        list->plain += length;
        return;
    }
    push_plain(b, list);
    push(b, list, b->made[node], count);
}

void sw_synthesis_list_release(struct sw_synthesis_list *list)
{
    free(list->items);
    *list = (struct sw_synthesis_list){0};
}

/* A node of that kind, which has the list's items. */
static uint32_t close_as(struct sw_synthesis_build *b, struct sw_synthesis_list *list,
                         struct sw_synthesis_node node)
{
    struct sw_synthesis_rows *rows = &b->flat->rows[SW_SYNTHESIS_ITEMS];
    bool plain = !list->n;
    push_plain(b, list);
    node.length = list->length;
    node.first = (uint32_t)rows->n;
    node.n = plain ? 0 : (uint32_t)list->n;
    for (size_t i = 0; i < node.n; i++)
        sw_synthesis_rows_add(rows, SW_SYNTHESIS_ITEMS, &list->items[i], &b->error);
    list->n = 0;
    list->length = 0;
    return add_node(b, &node);
}

uint32_t sw_synthesis_list_close(struct sw_synthesis_build *b, struct sw_synthesis_list *list)
{
    push_plain(b, list);
    bool one = list->n == 1 && list->items[0].count == 1;
    if (list->n > 1 || (list->n && !one))
        return close_as(b, list, (struct sw_synthesis_node){.kind = SW_SYNTHESIS_SEQUENCE});
    uint32_t made = one ? list->items[0].node : 0;
    list->n = 0;
    list->length = 0;
    return made;
}

/* --- nodes --- */

static uint32_t close_region(struct sw_synthesis_build *b, struct sw_synthesis_list *region)
{
    push_plain(b, region);
    if (region->n == 1 && region->items[0].count == 1)
        return sw_synthesis_list_close(b, region);
    uint32_t first = region->items[0].node;
    return close_as(
        b, region,
        (struct sw_synthesis_node){.kind = SW_SYNTHESIS_REGION,
                                   .site = sw_synthesis_tree_node(b->flat, first)->site});
}

static void end_region(struct sw_synthesis_build *b, struct sw_synthesis_list *list,
                       struct sw_synthesis_list *region)
{
    double length = region->length;
    if (!region->n || b->error)
        return;
    push_plain(b, list);
    push(b, list, close_region(b, region), 1);
    list->length += length;
}

/* A region goes from a section that does not wait to the first that does, or to the end. */
static void take_items(struct sw_synthesis_build *b, const struct sw_node *node,
                       struct sw_synthesis_list *list)
{
    struct sw_synthesis_list region = {0};
    for (uint64_t i = node->first; i < node->first + node->n_items; i++) {
        struct sw_item item = b->tree->items[i];
        const struct sw_node *child = &b->tree->nodes[item.node];
        bool section = child->kind == SW_NODE_SECTION;
        if (section && child->flags & SW_NODE_NOWAIT)
            sw_synthesis_list_add(b, &region, item.node, item.count);
        else if (section && region.n) {
            sw_synthesis_list_add(b, &region, item.node, 1);
            end_region(b, list, &region);
            if (item.count > 1)
                sw_synthesis_list_add(b, list, item.node, item.count - 1);
        } else
            sw_synthesis_list_add(b, region.n ? &region : list, item.node, item.count);
    }
    end_region(b, list, &region);
    sw_synthesis_list_release(&region);
}

static uint32_t build_items(struct sw_synthesis_build *b, const struct sw_node *node)
{
    struct sw_synthesis_list list = {0};
    take_items(b, node, &list);
    uint32_t made = node->kind == SW_NODE_LOCK
                        ? close_as(b, &list,
                                   (struct sw_synthesis_node){.kind = SW_SYNTHESIS_LOCK,
                                                              .detail = node->detail})
                        : sw_synthesis_list_close(b, &list);
    sw_synthesis_list_release(&list);
    return made;
}

static void measure(struct sw_synthesis_build *b, uint32_t number)
{
    const struct sw_node *node = &b->tree->nodes[number];
    if (node->kind == SW_NODE_WORK) {
        b->length[number] = sw_node_length(node);
        b->plain[number] = true;
        return;
    }
    b->plain[number] = node->kind != SW_NODE_LOCK && node->kind != SW_NODE_SECTION;
    for (uint64_t i = node->first; i < node->first + node->n_items; i++) {
        struct sw_item item = b->tree->items[i];
        b->length[number] += b->length[item.node] * item.count;
        b->plain[number] &= b->plain[item.node];
        b->has_tasks[number] |=
            b->tree->nodes[item.node].kind == SW_NODE_TASK ||
            (b->tree->nodes[item.node].kind == SW_NODE_GROUP && b->has_tasks[item.node]);
    }
}

static void build(struct sw_synthesis_build *b)
{
    /* Number 0 is none. */
    add_node(b, &(struct sw_synthesis_node){0});
    sw_synthesis_rows_add(&b->flat->rows[SW_SYNTHESIS_BLOCKS], SW_SYNTHESIS_BLOCKS,
                          &(struct sw_synthesis_block){.period = 1}, &b->error);
    for (uint32_t i = 1; i < b->tree->n_nodes && !b->error; i++) {
        const struct sw_node *node = &b->tree->nodes[i];
        measure(b, i);
        /* A group in a section belongs to that. */
        if (node->kind == SW_NODE_GROUP && b->has_tasks[i])
            continue;
        if (node->kind == SW_NODE_SECTION)
            b->made[i] = sw_synthesis_build_section(b, i);
        else if (b->plain[i])
            b->made[i] = work(b, b->length[i]);
        else
            b->made[i] = build_items(b, node);
    }
}

/* --- what is outermost --- */

static const struct sw_synthesis_item *items_of(const struct sw_synthesis_tree *flat,
                                                const struct sw_synthesis_node *node)
{
    return (const struct sw_synthesis_item *)flat->rows[SW_SYNTHESIS_ITEMS].data + node->first;
}

/* Nodes come after what is in them: backwards, all that has a node is known before it. */
static int find_outermost(struct sw_synthesis_tree *flat, uint32_t root)
{
    SW_FREED double *counts = calloc(root + 1, sizeof *counts);
    flat->outermost = calloc(root + 1, sizeof *flat->outermost);
    if (!counts || !flat->outermost)
        return -ENOMEM;
    flat->serial = flat->work;
    counts[root] = 1;
    for (uint32_t i = root; i > 0; i--) {
        const struct sw_synthesis_node *node = sw_synthesis_tree_node(flat, i);
        if (!counts[i] || node->kind == SW_SYNTHESIS_WORK)
            continue;
        if (node->kind == SW_SYNTHESIS_SECTION || node->kind == SW_SYNTHESIS_REGION) {
            flat->outermost[flat->n_outermost++] = (struct sw_synthesis_outermost){i, counts[i]};
            flat->serial -= counts[i] * node->length;
            continue;
        }
        for (uint32_t k = 0; k < node->n; k++)
            counts[items_of(flat, node)[k].node] += counts[i] * items_of(flat, node)[k].count;
    }
    return 0;
}

static unsigned deeper(const unsigned *depths, uint32_t node, unsigned depth)
{
    return depths[node] > depth ? depths[node] : depth;
}

static int find_depth(struct sw_synthesis_tree *flat)
{
    size_t n = flat->rows[SW_SYNTHESIS_NODES].n;
    const struct sw_synthesis_block *blocks = (const void *)flat->rows[SW_SYNTHESIS_BLOCKS].data;
    const struct sw_synthesis_step *steps = (const void *)flat->rows[SW_SYNTHESIS_STEPS].data;
    SW_FREED unsigned *depths = calloc(n, sizeof *depths);
    if (!depths)
        return -ENOMEM;
    for (uint32_t i = 1; i < n; i++) {
        const struct sw_synthesis_node *node = sw_synthesis_tree_node(flat, i);
        unsigned depth = deeper(depths, node->after, 0);
        if (node->kind == SW_SYNTHESIS_SECTION)
            for (uint32_t k = blocks[node->first].first_step;
                 k < blocks[node->first + node->n].first_step; k++)
                depth = deeper(depths, steps[k].task, deeper(depths, steps[k].before, depth));
        else
            for (uint32_t k = 0; k < node->n; k++)
                depth = deeper(depths, items_of(flat, node)[k].node, depth);
        depths[i] = depth + 1;
        flat->depth = deeper(depths, i, flat->depth);
    }
    return 0;
}

static bool allocate(struct sw_synthesis_build *b)
{
    size_t n = b->tree->n_nodes;
    b->made = calloc(n, sizeof *b->made);
    b->length = calloc(n, sizeof *b->length);
    b->plain = calloc(n, sizeof *b->plain);
    b->has_tasks = calloc(n, sizeof *b->has_tasks);
    return b->made && b->length && b->plain && b->has_tasks;
}

int sw_synthesis_tree_make(struct sw_synthesis_tree *flat, const struct sw_program_tree *tree)
{
    struct sw_synthesis_build b = {.tree = tree, .flat = flat};
    *flat = (struct sw_synthesis_tree){0};
    if (!tree->n_nodes)
        return 0;
    b.error = allocate(&b) ? 0 : -ENOMEM;
    if (!b.error)
        build(&b);
    if (!b.error) {
        uint32_t root = sw_program_tree_root(tree);
        flat->work = b.length[root];
        b.error = find_outermost(flat, b.made[root]);
        b.error = b.error ? b.error : find_depth(flat);
    }
    free(b.made);
    free(b.length);
    free(b.plain);
    free(b.has_tasks);
    return b.error;
}

void sw_synthesis_tree_release(struct sw_synthesis_tree *flat)
{
    for (int i = 0; i < SW_SYNTHESIS_TABLES; i++)
        free(flat->rows[i].data);
    free(flat->outermost);
    *flat = (struct sw_synthesis_tree){0};
}
