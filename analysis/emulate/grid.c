/*
 * How fine times are: 1/1024 of the tree's unit, unless what all of it takes would be too many ticks. The work is known; what its
 * constructs may cost has a bound, which is found from the leaves up: a few nodes may stand for 2^62 tasks.
 */
#include "analysis/emulate/parts.h"

#define MOST_WORK 0x1p54 /* ticks */
#define MOST_COST 0x1p60 /* likewise: sums stay below 2^63 */

struct bound {
    double tasks; /* of a section or group: that stand in it */
    double cost;  /* in the tree's unit */
};

static double cost_of_task(const struct sw_emulator *e, const struct sw_node *section)
{
    const struct sw_overheads *o = e->options->overheads;
    if (sw_emulator_is_queued(e, section))
        return o->task + o->task_make + o->task_at_once + o->task_wait + o->task_again +
               o->task_taken + o->queue_moved + o->queue_busy + o->queue_wake;
    if (e->options->paradigm == SW_PARADIGM_CILK)
        return section->schedule == SW_SECTION_SPAWN ? o->spawn : o->piece;
    return o->chunk + o->chunk_static + o->chunk_of_one;
}

static double cost_of_section(const struct sw_emulator *e)
{
    const struct sw_overheads *o = e->options->overheads;
    return o->region_of_one + o->nested_of_one + o->barrier_of_one + o->fork + o->barrier +
           e->P * (o->fork_thread + o->fork_nested + o->join_nested + o->barrier_thread +
                   o->chunk_static + o->task_wait + o->task_again + o->steal);
}

static double cost_of_lock(const struct sw_emulator *e)
{
    const struct sw_overheads *o = e->options->overheads;
    return o->lock + o->lock_moved + o->hand_over + o->hand_over_back + o->section +
           o->hand_over_empty;
}

static void bound(const struct sw_emulator *e, const struct sw_node *node, struct bound *bounds)
{
    struct bound *b = &bounds[node - e->nodes];
    *b = (struct bound){0};
    for (uint64_t i = node->first; node->kind != SW_NODE_WORK && i < node->first + node->n_items;
         i++) {
        double count = (double)e->items[i].count;
        uint32_t child = e->items[i].node;
        uint8_t kind = e->nodes[child].kind;
        b->cost += count * bounds[child].cost;
        b->tasks += count * (kind == SW_NODE_TASK    ? 1
                             : kind == SW_NODE_GROUP ? bounds[child].tasks
                                                     : 0);
    }
    if (node->kind == SW_NODE_SECTION)
        b->cost += cost_of_section(e) + b->tasks * cost_of_task(e, node);
    else if (node->kind == SW_NODE_LOCK)
        b->cost += cost_of_lock(e);
}

int sw_emulator_set_grid(struct sw_emulator *e)
{
    uint32_t root = sw_program_tree_root(e->tree);
    double work = sw_node_length(&e->tree->nodes[root]), cost = 0;
    if (e->options->overheads) {
        struct bound *bounds = calloc(e->tree->n_nodes, sizeof *bounds);
        if (!bounds)
            return -ENOMEM;
        for (uint32_t i = 1; i <= root; i++)
            bound(e, &e->nodes[i], bounds);
        cost = bounds[root].cost;
        free(bounds);
    }
    e->grid = 1024;
    while (work * e->grid > MOST_WORK || cost * e->grid > MOST_COST)
        e->grid /= 2;
    return 0;
}
