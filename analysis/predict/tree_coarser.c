/*
 * Each node is made anew in the old order: as what it is, and a task also as the plain call that it becomes where it is not started any more.
 * A section that is short as a whole is a call, so that recursion ends there as with a cut-off; in a longer one so many short tasks
 * become one that it is long enough, as with a larger grain.
 */
#include "analysis/predict/fixed.h"
#include "analysis/predict/tree_maker.h"
#include "base/pool.h"

struct coarser {
    const struct sw_program_tree *tree;
    struct sw_tree_maker maker;
    double least;
    uint32_t *number, *called; /* of each old node: as it is; as a call, or as a group of calls */
    struct sw_item_list items; /* of the node that is being made, ... */
    struct sw_item_list gathered; /* ... and of the task that short ones gather in, ... */
    double length;                /* ... which is so long */
};

/* What was gathered becomes a task. */
static int end_task(struct coarser *c)
{
    struct sw_node task = {.kind = SW_NODE_TASK};
    size_t n = c->gathered.n;
    c->gathered.n = 0;
    c->length = 0;
    return n ? sw_item_list_add(&c->items, sw_tree_maker_add(&c->maker, task, c->gathered.items, n),
                                1)
             : 0;
}

static int gather(struct coarser *c, uint32_t called, uint64_t count, double length)
{
    int error = sw_item_list_add(&c->gathered, called, count);
    c->length += (double)count * length;
    return error || !count || c->length < c->least ? error : end_task(c);
}

/* How many that long there are to be together. */
static uint64_t together(double least, double length, uint64_t most)
{
    double n = length > 0 ? ceil(least / length) : (double)most;
    return n < (double)most ? (uint64_t)n : most;
}

static int put_tasks(struct coarser *c, uint32_t task, uint64_t count)
{
    double length = sw_node_length(&c->tree->nodes[task]);
    int error = 0;
    if (length >= c->least)
        return sw_item_list_add(&c->items, c->number[task], count);
    if (c->gathered.n) {
        uint64_t some = together(c->least - c->length, length, count);
        error = gather(c, c->called[task], some, length);
        count -= some;
    }
    uint64_t each = together(c->least, length, count);
    if (!error && each > 1 && (double)each * length >= c->least) {
        error = sw_item_list_add(
            &c->items, sw_tree_maker_add_task(&c->maker, c->called[task], each), count / each);
        count %= each;
    }
    return error ?: gather(c, c->called[task], count, length);
}

static bool is_started(const struct sw_node *node)
{
    return node->kind == SW_NODE_TASK || node->kind == SW_NODE_GROUP;
}

/* So many times what the group has, with one task for all that it starts. */
static uint32_t widen(struct coarser *c, const struct sw_node *group, uint64_t times)
{
    SW_FREED struct sw_item *items = calloc(2 * (size_t)group->n_items + 1, sizeof *items);
    size_t n = 1, n_tasks = 0;
    if (!items)
        return 0;
    struct sw_item *tasks = items + group->n_items + 1;
    SW_EACH (item, c->tree->items + group->first, group->n_items) {
        bool is_task = is_started(&c->tree->nodes[item->node]);
        *(is_task ? &tasks[n_tasks++] : &items[n++]) =
            (struct sw_item){is_task ? c->called[item->node] : c->number[item->node],
                             (uint32_t)(item->count * times)};
    }
    struct sw_node node = {.kind = SW_NODE_TASK};
    items[0] = (struct sw_item){sw_tree_maker_add(&c->maker, node, tasks, n_tasks), 1};
    node = (struct sw_node){.kind = SW_NODE_GROUP, .flags = group->flags};
    return sw_tree_maker_add(&c->maker, node, items, n);
}

static int put_groups(struct coarser *c, uint32_t number, uint64_t count)
{
    const struct sw_node *group = &c->tree->nodes[number];
    bool is_short = false;
    double tasks = 0;
    SW_EACH (item, c->tree->items + group->first, group->n_items) {
        const struct sw_node *node = &c->tree->nodes[item->node];
        tasks += is_started(node) ? item->count * sw_node_length(node) : 0;
        is_short |= is_started(node) && sw_node_length(node) < c->least;
    }
    if (!is_short)
        return sw_item_list_add(&c->items, c->number[number], count);
    uint64_t times = together(c->least, tasks, count);
    int error = sw_item_list_add(&c->items, widen(c, group, times), count / times);
    if (error || !(count % times))
        return error;
    return sw_item_list_add(&c->items, widen(c, group, count % times), 1);
}

static bool is_divided(const struct sw_node *node)
{
    return node->kind == SW_NODE_SECTION &&
           (node->schedule == SW_SECTION_SPAWN || node->schedule == SW_SECTION_LOOP);
}

/* The items of a section that is long enough. */
static int coarsen(struct coarser *c, const struct sw_node *section)
{
    int error = 0;
    for (uint32_t k = 0; !error && k < section->n_items; k++) {
        struct sw_item item = c->tree->items[section->first + k];
        uint32_t kind = c->tree->nodes[item.node].kind;
        error = kind == SW_NODE_TASK ? put_tasks(c, item.node, item.count)
                : kind == SW_NODE_GROUP
                    ? put_groups(c, item.node, item.count)
                    : sw_item_list_add(&c->items, c->number[item.node], item.count);
    }
    if (section->schedule == SW_SECTION_SPAWN) { /* who is at its end does the rest */
        for (size_t k = 0; !error && k < c->gathered.n; k++)
            error =
                sw_item_list_add(&c->items, c->gathered.items[k].node, c->gathered.items[k].count);
        c->gathered.n = 0;
        c->length = 0;
    }
    return error ?: end_task(c);
}

/* Its items as they are, or as calls. */
static int copy(struct coarser *c, const struct sw_node *node, bool calls)
{
    int error = 0;
    for (uint32_t k = 0; !error && k < node->n_items; k++) {
        struct sw_item item = c->tree->items[node->first + k];
        uint32_t called = calls ? c->called[item.node] : 0;
        error = sw_item_list_add(&c->items, called ?: c->number[item.node], item.count);
    }
    return error;
}

/* A node with what was put; 0: no memory, or there was an error. */
static uint32_t close_node(struct coarser *c, struct sw_node node, int error)
{
    size_t n = c->items.n;
    c->items.n = 0;
    return error ? 0 : sw_tree_maker_add(&c->maker, node, c->items.items, n);
}

static int make(struct coarser *c, uint32_t i)
{
    struct sw_node node = c->tree->nodes[i];
    if (is_started(&node)) {
        struct sw_node called = {.kind = node.kind == SW_NODE_TASK ? SW_NODE_CALL : SW_NODE_GROUP,
                                 .site = node.site};
        c->called[i] = close_node(c, called, copy(c, &node, node.kind == SW_NODE_GROUP));
        if (!c->called[i])
            return -ENOMEM;
    }
    bool is_short = is_divided(&node) && sw_node_length(&node) < c->least;
    int error = is_divided(&node) && !is_short ? coarsen(c, &node) : copy(c, &node, is_short);
    if (is_short)
        node = (struct sw_node){.kind = SW_NODE_CALL, .site = node.site};
    c->number[i] = close_node(c, node, error);
    return c->number[i] ? 0 : -ENOMEM;
}

int sw_tree_coarsen(struct sw_program_tree *coarser, const struct sw_program_tree *tree,
                    double least)
{
    SW_POOL(pool);
    struct coarser c = {.tree = tree, .least = least};
    SW_POOLED(&pool, c.number, tree->n_nodes);
    SW_POOLED(&pool, c.called, tree->n_nodes);
    int error = sw_tree_maker_init(&c.maker, coarser, tree);
    if (error)
        return error;
    error = pool.error;
    for (uint32_t i = 1; !error && i < tree->n_nodes; i++)
        error = make(&c, i);
    free(c.items.items);
    free(c.gathered.items);
    if (error)
        sw_program_tree_release(coarser);
    return error;
}
