/*
 * Two passes over the nodes. From the leaves up: what a node does itself, which is the work in it down to nodes that have
 * sites of their own; of sections, their tasks. From the root down: how often a node stands outside all sections, and
 * beside which ones its serial code is.
 */
#include "analysis/predict/tree_figures.h"

struct part {
    double own;   /* work */
    double tasks; /* of sections, and groups in them */
    double longest, n_longest;
    double times;         /* outside all sections */
    uint32_t first, last; /* node of the first section in it, and of the last; 0: there is none */
    double lead, tail;    /* serial code that no call names, before the first and behind the last */
};

/* One more length: tasks that are no more than half as long do not count as such. */
static void add_longest(double *longest, double *n, double other, double n_other)
{
    if (other > 2 * *longest)
        *n = 0;
    if (2 * other >= *longest)
        *n += n_other;
    *longest = fmax(*longest, other);
}

/* One more item with serial code or sections in it. */
static void add_serial(struct part *part, const struct sw_node *node, const struct part *inner,
                       double count)
{
    if (!inner->first) {
        part->tail += node->site ? 0 : count * inner->own;
        return;
    }
    if (!part->first) {
        part->first = inner->first;
        part->lead = part->tail + inner->lead;
    }
    part->last = inner->last;
    part->tail = inner->tail;
}

static void add_item(struct part *part, const struct sw_program_tree *tree,
                     const struct part *parts, const struct sw_node_figures *figures,
                     const struct sw_item *item)
{
    const struct sw_node *node = &tree->nodes[item->node];
    const struct part *inner = &parts[item->node];
    add_serial(part, node, inner, item->count);
    if (!node->site && node->kind != SW_NODE_SECTION)
        part->own += item->count * inner->own;
    if (node->kind == SW_NODE_TASK || node->kind == SW_NODE_GROUP) {
        bool is_task = node->kind == SW_NODE_TASK;
        part->tasks += item->count * (is_task ? 1 : inner->tasks);
        add_longest(&part->longest, &part->n_longest,
                    is_task ? figures[item->node].span : inner->longest,
                    item->count * (is_task ? 1 : inner->n_longest));
    }
}

static void add_section(struct sw_section_share *share, const struct part *part,
                        const struct sw_node_figures *figures)
{
    share->runs += part->times;
    share->tasks += part->times * part->tasks;
    share->all_tasks += part->times * (double)figures->tasks;
    share->work += part->times * figures->work;
    add_longest(&share->longest, &share->n_longest, part->longest, part->times * part->n_longest);
    share->most_tasks = fmax(share->most_tasks, part->tasks);
}

/* So much serial code stands between two sections. */
static void place_between(struct sw_tree_shares *s, const struct sw_program_tree *tree,
                          uint32_t from, uint32_t to, double amount)
{
    uint32_t site = tree->nodes[to].site;
    bool is_same = tree->nodes[from].site == site;
    *(is_same ? &s->sections[site].between : &s->sections[site].before) += amount;
}

/* Serial code that has a section on either side: between two items of a node, and where one comes several times. */
static void place_serial(struct sw_tree_shares *s, const struct sw_program_tree *tree,
                         const struct part *parts, uint32_t number)
{
    const struct sw_node *node = &tree->nodes[number];
    double times = parts[number].times;
    struct part so_far = {0};
    SW_EACH (item, tree->items + node->first, node->n_items) {
        const struct part *inner = &parts[item->node];
        if (so_far.last && inner->first)
            place_between(s, tree, so_far.last, inner->first, times * (so_far.tail + inner->lead));
        if (inner->first && item->count > 1)
            place_between(s, tree, inner->last, inner->first,
                          times * (item->count - 1) * (inner->tail + inner->lead));
        add_serial(&so_far, &tree->nodes[item->node], inner, item->count);
    }
}

static void go_down(struct sw_tree_shares *s, const struct sw_program_tree *tree,
                    struct part *parts, const struct sw_node_figures *figures)
{
    uint32_t root = sw_program_tree_root(tree);
    parts[root].times = 1;
    if (parts[root].first) {
        s->sections[tree->nodes[parts[root].first].site].before += parts[root].lead;
        s->sections[tree->nodes[parts[root].last].site].after += parts[root].tail;
    }
    for (uint32_t i = root; i > 0; i--) {
        const struct sw_node *node = &tree->nodes[i];
        if (!(parts[i].times > 0))
            continue;
        if (node->kind == SW_NODE_SECTION) {
            add_section(&s->sections[node->site], &parts[i], &figures[i]);
            continue;
        }
        place_serial(s, tree, parts, i);
        if (node->site || i == root)
            s->serial[node->site] += parts[i].times * parts[i].own;
        SW_EACH (item, tree->items + node->first, node->n_items)
            parts[item->node].times += parts[i].times * item->count;
    }
}

int sw_tree_shares_make(struct sw_tree_shares *s, const struct sw_program_tree *tree)
{
    size_t n_sites = tree->n_sites ? tree->n_sites : 1;
    SW_FREED struct sw_node_figures *figures = sw_tree_figures(tree, 0);
    SW_FREED struct part *parts = calloc(tree->n_nodes + 1, sizeof *parts);
    *s = (struct sw_tree_shares){NULL};
    SW_POOLED(&s->pool, s->serial, n_sites);
    SW_POOLED(&s->pool, s->sections, n_sites);
    if (!figures || !parts || s->pool.error) {
        sw_tree_shares_release(s);
        return -ENOMEM;
    }
    for (size_t i = 1; i < tree->n_nodes; i++) {
        const struct sw_node *node = &tree->nodes[i];
        if (node->kind == SW_NODE_WORK)
            parts[i].own = sw_node_length(node);
        SW_EACH (item, tree->items + node->first, node->n_items)
            add_item(&parts[i], tree, parts, figures, item);
        if (node->kind == SW_NODE_SECTION) {
            parts[i].first = parts[i].last = (uint32_t)i;
            parts[i].lead = parts[i].tail = 0;
        }
    }
    go_down(s, tree, parts, figures);
    for (size_t i = 0; i < n_sites; i++)
        s->all_serial += s->serial[i];
    return 0;
}

void sw_tree_shares_release(struct sw_tree_shares *s)
{
    sw_pool_release(&s->pool);
    *s = (struct sw_tree_shares){NULL};
}
