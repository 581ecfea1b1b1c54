/*
 * Work and span by node, in one pass: each node comes after its items. Tasks start where the strand that makes
 * them stands; the latest end counts. The burdened span adds the burden where a thief would have to come: on each
 * continuation behind a spawn; a loop's tasks are reached by halving, ceil(log2 n) times.
 */
#include "analysis/predict/tree_figures.h"

/* `count` tasks in a row begin, `edge` apart. */
static void add_tasks(struct sw_passage *p, double span, uint64_t count, double edge)
{
    p->end = fmax(p->end, p->strand + (double)(count - 1) * edge + span);
    p->strand += (double)count * edge;
}

/* Others in a row: the last of them has the latest tasks. */
static void add_passed(struct sw_passage *p, const struct sw_passage *item, uint64_t count,
                       bool open)
{
    if (open && item->end > 0)
        p->end = fmax(p->end, p->strand + (double)(count - 1) * item->strand + item->end);
    p->strand += (double)count * item->strand;
}

static void close_passage(struct sw_passage *p)
{
    p->strand = fmax(p->strand, p->end);
    p->end = 0;
}

static unsigned halvings(uint64_t n)
{
    return n > 1 ? 64 - (unsigned)__builtin_clzll(n - 1) : 0;
}

/* What a section's tasks cost to be reached is known here. */
static void burden_section(struct sw_node_path *p, const struct sw_node *node, double burden)
{
    if (node->schedule == SW_SECTION_SPAWN) {
        p->halved = p->spawned;
    } else {
        double reach = burden * halvings(p->own_tasks);
        p->halved.strand += reach;
        if (p->halved.end > 0)
            p->halved.end += reach;
        p->spawned = p->halved;
    }
    p->own_tasks = 0;
}

static void add_item(const struct sw_program_tree *tree, struct sw_node_path *p,
                     const struct sw_node_path *paths, const struct sw_item *item, uint32_t i,
                     double burden)
{
    const struct sw_node *node = &tree->nodes[item->node];
    const struct sw_node_path *child = &paths[item->node];
    bool open = sw_node_is_open(node), is_task = node->kind == SW_NODE_TASK;
    double end = p->span.end;
    p->work += item->count * child->work;
    p->tasks += item->count * (child->tasks + is_task);
    if (is_task) {
        p->own_tasks += item->count;
        add_tasks(&p->span, child->span.strand, item->count, 0);
        add_tasks(&p->spawned, child->spawned.strand, item->count, burden);
        add_tasks(&p->halved, child->halved.strand, item->count, 0);
    } else {
        p->own_tasks += node->kind == SW_NODE_GROUP ? item->count * child->own_tasks : 0;
        add_passed(&p->span, &child->span, item->count, open);
        add_passed(&p->spawned, &child->spawned, item->count, open);
        add_passed(&p->halved, &child->halved, item->count, open);
    }
    if (p->span.end > end)
        p->latest = i;
    if (!node->site)
        p->own_work += item->count * child->own_work;
}

/* Of the critical path through the node, what is its own: along the strand, and up to the latest task. */
static void find_own(const struct sw_program_tree *tree, const struct sw_node *node,
                     struct sw_node_path *p, const struct sw_node_path *paths)
{
    double strand = 0;
    for (uint32_t i = 0; i < node->n_items; i++) {
        const struct sw_item *item = &tree->items[node->first + i];
        const struct sw_node *child = &tree->nodes[item->node];
        const struct sw_passage *own = &paths[item->node].own;
        double each = child->site ? 0 : own->strand;
        bool is_task = child->kind == SW_NODE_TASK;
        if (p->span.end > 0 && i == p->latest)
            p->own.end = is_task ? strand + each
                                 : strand + (item->count - 1) * each + (child->site ? 0 : own->end);
        if (!is_task)
            strand += item->count * each;
    }
    p->own.strand = strand;
    if (!sw_node_is_open(node) && p->span.end > p->span.strand)
        p->own.strand = p->own.end;
}

struct sw_node_path *sw_tree_paths(const struct sw_program_tree *tree, double burden)
{
    struct sw_node_path *paths = calloc(tree->n_nodes + 1, sizeof *paths);
    for (size_t n = 1; paths && n < tree->n_nodes; n++) {
        const struct sw_node *node = &tree->nodes[n];
        struct sw_node_path *p = &paths[n];
        if (node->kind == SW_NODE_WORK) {
            p->work = p->own_work = p->own.strand = sw_node_length(node);
            p->span.strand = p->spawned.strand = p->halved.strand = p->work;
            continue;
        }
        for (uint32_t i = 0; i < node->n_items; i++)
            add_item(tree, p, paths, &tree->items[node->first + i], i, burden);
        find_own(tree, node, p, paths);
        if (node->kind == SW_NODE_SECTION)
            burden_section(p, node, burden);
        if (!sw_node_is_open(node)) {
            p->by_latest = p->span.end > p->span.strand;
            close_passage(&p->span);
            close_passage(&p->spawned);
            close_passage(&p->halved);
        }
    }
    return paths;
}

struct sw_node_figures *sw_tree_figures(const struct sw_program_tree *tree, double burden)
{
    SW_FREED struct sw_node_path *paths = sw_tree_paths(tree, burden);
    struct sw_node_figures *figures = paths ? calloc(tree->n_nodes + 1, sizeof *figures) : NULL;
    for (size_t n = 1; figures && n < tree->n_nodes; n++)
        figures[n] = (struct sw_node_figures){
            .work = paths[n].work,
            .span = fmax(paths[n].span.strand, paths[n].span.end),
            .burdened_span = fmax(paths[n].spawned.strand, paths[n].spawned.end),
            .tasks = paths[n].tasks,
        };
    return figures;
}

double *sw_tree_times(const struct sw_program_tree *tree)
{
    double *times = calloc(tree->n_nodes + 1, sizeof *times);
    uint32_t root = sw_program_tree_root(tree);
    if (times)
        times[root] = 1;
    for (uint32_t i = times ? root : 0; i > 0; i--)
        SW_EACH (item, tree->items + tree->nodes[i].first, tree->nodes[i].n_items)
            times[item->node] += times[i] * item->count;
    return times;
}
