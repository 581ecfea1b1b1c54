/* Work and span of a program tree, by a calculation that has nothing in common with that of the analyses. */
#pragma once

#include "engine/tree/node.h"

#include <stddef.h>
#include <stdlib.h>

struct figures {
    double work, span, sections, tasks, locks;
};

struct figured {
    const struct sw_node *nodes;
    const struct sw_item *items;
    struct figures *of; /* by node */
};

/* The end of the longest, from where the node's items begin; `at` is where who does them stands. Sections
 * without a wait end with what they are in. */
static inline void figures_walk(const struct figured *f, uint32_t number, double *at, double *end)
{
    const struct sw_node *node = &f->nodes[number];
    for (uint32_t i = 0; i < node->n_items; i++) {
        const struct sw_item *item = &f->items[node->first + i];
        const struct sw_node *inner = &f->nodes[item->node];
        if (inner->kind == SW_NODE_TASK || inner->flags & SW_NODE_NOWAIT) {
            double ends = *at + f->of[item->node].span;
            *end = ends > *end ? ends : *end;
        } else if (inner->kind == SW_NODE_GROUP) {
            for (uint32_t k = 0; k < item->count; k++)
                figures_walk(f, item->node, at, end);
        } else {
            *at += item->count * f->of[item->node].span;
        }
    }
}

static inline struct figures figures_of_node(const struct figured *f, uint32_t number)
{
    const struct sw_node *node = &f->nodes[number];
    struct figures sum = {0};
    double at = 0, end = 0;
    if (node->kind == SW_NODE_WORK) {
        sum.work = sum.span = node->count ? (double)node->sum / (double)node->count : 0;
        return sum;
    }
    for (uint32_t i = 0; i < node->n_items; i++) {
        const struct sw_item *item = &f->items[node->first + i];
        const struct figures *of = &f->of[item->node];
        sum.work += item->count * of->work;
        sum.sections += item->count * of->sections;
        sum.tasks += item->count * of->tasks;
        sum.locks += item->count * of->locks;
    }
    figures_walk(f, number, &at, &end);
    sum.span = at > end ? at : end;
    sum.sections += node->kind == SW_NODE_SECTION;
    sum.tasks += node->kind == SW_NODE_TASK;
    sum.locks += node->kind == SW_NODE_LOCK;
    return sum;
}

/* Of the last node, the root. */
static inline struct figures figures_of(const struct sw_node *nodes, size_t n,
                                        const struct sw_item *items)
{
    struct figured f = {nodes, items, calloc(n, sizeof *f.of)};
    if (!f.of)
        abort();
    for (uint32_t i = 1; i < n; i++)
        f.of[i] = figures_of_node(&f, i);
    struct figures root = f.of[n - 1];
    free(f.of);
    return root;
}
