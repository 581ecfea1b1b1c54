/*
 * Each node is made anew in the old order: as what it is, and a task also as the plain call that it becomes where it is not started any more.
 * A section that is short as a whole is a call, so that recursion ends there as with a cut-off; in a longer one so many short tasks
 * become one that it is long enough, as with a larger grain.
 */
#include "analysis/predict/fixed.h"
#include "analysis/predict/tree_maker.h"
#include "base/grow.h"

struct coarser {
    const struct sw_program_tree *tree;
    struct sw_tree_maker maker;
    double least;
    uint32_t *number, *called; /* of each old node: as it is; as a call, or as a group of calls */
    struct sw_item *items;     /* of the node that is being made, ... */
    size_t n, room;
    struct sw_item *gathered; /* ... and of the task that short ones gather in */
    size_t n_gathered, gathered_room;
    double length; /* of what is gathered */
};

static int put(struct coarser *c, uint32_t node, uint64_t count)
{
    if (!count)
        return 0;
    if (!node || !SW_GROW(c->items, c->n, c->room))
        return -ENOMEM;
    c->items[c->n++] = (struct sw_item){node, (uint32_t)count};
    return 0;
}

/* What was gathered becomes a task. */
static int end_task(struct coarser *c)
{
    if (!c->n_gathered)
        return 0;
    uint32_t task = sw_tree_maker_add(&c->maker, (struct sw_node){.kind = SW_NODE_TASK},
                                      c->gathered, c->n_gathered);
    c->n_gathered = 0;
    c->length = 0;
    return put(c, task, 1);
}

static int gather(struct coarser *c, uint32_t called, uint64_t count, double length)
{
    if (!count)
        return 0;
    if (!called || !SW_GROW(c->gathered, c->n_gathered, c->gathered_room))
        return -ENOMEM;
    c->gathered[c->n_gathered++] = (struct sw_item){called, (uint32_t)count};
    c->length += (double)count * length;
    return c->length >= c->least ? end_task(c) : 0;
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
        return put(c, c->number[task], count);
    if (c->n_gathered) {
        uint64_t some = together(c->least - c->length, length, count);
        error = gather(c, c->called[task], some, length);
        count -= some;
    }
    uint64_t each = together(c->least, length, count);
    if (!error && each > 1 && (double)each * length >= c->least) {
        struct sw_item item = {c->called[task], (uint32_t)each};
        error =
            put(c, sw_tree_maker_add(&c->maker, (struct sw_node){.kind = SW_NODE_TASK}, &item, 1),
                count / each);
        count %= each;
    }
    return error ? error : gather(c, c->called[task], count, length);
}

/* So many times what the group has, with one task for all that it starts. */
static uint32_t widen(struct coarser *c, const struct sw_node *group, uint64_t times)
{
    struct sw_item *items = calloc(2 * (size_t)group->n_items + 1, sizeof *items),
                   *tasks = items ? items + group->n_items + 1 : NULL;
    size_t n = 1, n_tasks = 0;
    for (uint32_t k = 0; items && k < group->n_items; k++) {
        struct sw_item item = c->tree->items[group->first + k];
        uint32_t kind = c->tree->nodes[item.node].kind;
        bool is_task = kind == SW_NODE_TASK || kind == SW_NODE_GROUP;
        *(is_task ? &tasks[n_tasks++] : &items[n++]) = (struct sw_item){
            is_task ? c->called[item.node] : c->number[item.node], (uint32_t)(item.count * times)};
    }
    uint32_t made = 0;
    if (items) {
        items[0] = (struct sw_item){
            sw_tree_maker_add(&c->maker, (struct sw_node){.kind = SW_NODE_TASK}, tasks, n_tasks),
            1};
        struct sw_node node = {.kind = SW_NODE_GROUP, .flags = group->flags};
        made = items[0].node ? sw_tree_maker_add(&c->maker, node, items, n) : 0;
    }
    free(items);
    return made;
}

/* What tasks of a group have; whether there is one that is too short. */
static double tasks_of(const struct coarser *c, const struct sw_node *group, bool *is_short)
{
    double sum = 0;
    for (uint32_t k = 0; k < group->n_items; k++) {
        struct sw_item item = c->tree->items[group->first + k];
        const struct sw_node *node = &c->tree->nodes[item.node];
        if (node->kind != SW_NODE_TASK && node->kind != SW_NODE_GROUP)
            continue;
        sum += item.count * sw_node_length(node);
        *is_short |= sw_node_length(node) < c->least;
    }
    return sum;
}

static int put_groups(struct coarser *c, uint32_t number, uint64_t count)
{
    const struct sw_node *group = &c->tree->nodes[number];
    bool is_short = false;
    double tasks = tasks_of(c, group, &is_short);
    if (!is_short)
        return put(c, c->number[number], count);
    uint64_t times = together(c->least, tasks, count);
    int error = put(c, widen(c, group, times), count / times);
    if (error || !(count % times))
        return error;
    return put(c, widen(c, group, count % times), 1);
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
        error = kind == SW_NODE_TASK    ? put_tasks(c, item.node, item.count)
                : kind == SW_NODE_GROUP ? put_groups(c, item.node, item.count)
                                        : put(c, c->number[item.node], item.count);
    }
    if (section->schedule == SW_SECTION_SPAWN) { /* who is at its end does the rest */
        for (size_t k = 0; !error && k < c->n_gathered; k++)
            error = put(c, c->gathered[k].node, c->gathered[k].count);
        c->n_gathered = 0;
        c->length = 0;
    }
    return error ? error : end_task(c);
}

/* Its items as they are, or as calls. */
static int copy(struct coarser *c, const struct sw_node *node, bool calls)
{
    int error = 0;
    for (uint32_t k = 0; !error && k < node->n_items; k++) {
        struct sw_item item = c->tree->items[node->first + k];
        uint32_t called = calls ? c->called[item.node] : 0;
        error = put(c, called ? called : c->number[item.node], item.count);
    }
    return error;
}

static int make(struct coarser *c, uint32_t i)
{
    struct sw_node node = c->tree->nodes[i];
    int error = 0;
    c->n = 0;
    if (node.kind == SW_NODE_TASK || node.kind == SW_NODE_GROUP) {
        struct sw_node called = {.kind = node.kind == SW_NODE_TASK ? SW_NODE_CALL : SW_NODE_GROUP,
                                 .site = node.site};
        error = copy(c, &node, node.kind == SW_NODE_GROUP);
        c->called[i] = error ? 0 : sw_tree_maker_add(&c->maker, called, c->items, c->n);
        error = c->called[i] ? 0 : -ENOMEM;
        c->n = 0;
    }
    bool is_short = is_divided(&node) && sw_node_length(&node) < c->least;
    if (!error && node.kind != SW_NODE_WORK)
        error = is_divided(&node) && !is_short ? coarsen(c, &node) : copy(c, &node, is_short);
    if (is_short)
        node = (struct sw_node){.kind = SW_NODE_CALL, .site = node.site};
    c->number[i] = error ? 0 : sw_tree_maker_add(&c->maker, node, c->items, c->n);
    return c->number[i] ? 0 : -ENOMEM;
}

int sw_tree_coarsen(struct sw_program_tree *coarser, const struct sw_program_tree *tree,
                    double least)
{
    struct coarser c = {.tree = tree, .least = least};
    int error = sw_tree_maker_init(&c.maker, coarser, tree);
    if (error)
        return error;
    c.number = calloc(tree->n_nodes + 1, sizeof *c.number);
    c.called = calloc(tree->n_nodes + 1, sizeof *c.called);
    error = c.number && c.called ? 0 : -ENOMEM;
    for (uint32_t i = 1; !error && i < tree->n_nodes; i++)
        error = make(&c, i);
    free(c.number);
    free(c.called);
    free(c.items);
    free(c.gathered);
    if (error)
        sw_program_tree_release(coarser);
    return error;
}
