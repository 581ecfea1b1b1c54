/*
 * Sites of a tree. How often each node stands in the unfolded tree, and how often on its critical path, flows from
 * the root down, from node to items. Of a site that is inside itself only the outermost instances count: what
 * flows down from the site's own nodes is subtracted. That is looked for below its nodes only, the largest
 * number first, because parents have larger ones.
 */
#include "analysis/predict/tree_figures.h"

struct flows {
    const struct sw_program_tree *tree;
    const struct sw_node_path *paths;
    struct sw_tree_flow *total;  /* of each node */
    struct sw_tree_flow *inside; /* of another node of the key that is looked at */
    uint64_t *queued;            /* nodes that have some inside, a bit each, ... */
    size_t last;                 /* ... in words up to this one */
    uint32_t *first,
        *next; /* nodes by a key, the largest number first: by key, then by node; 0 ends */
    size_t n_keys;
    uint32_t (*key)(const struct sw_node *); /* 0: none */
};

static void push(struct flows *f, uint32_t node)
{
    f->queued[node / 64] |= (uint64_t)1 << node % 64;
    f->last = node / 64 > f->last ? node / 64 : f->last;
}

/* The one with the largest number; 0: there is none. */
static uint32_t pop(struct flows *f)
{
    while (f->last && !f->queued[f->last])
        f->last--;
    uint64_t word = f->queued[f->last];
    if (!word)
        return 0;
    unsigned bit = 63 - (unsigned)__builtin_clzll(word);
    f->queued[f->last] ^= (uint64_t)1 << bit;
    return (uint32_t)f->last * 64 + bit;
}

static void add(struct sw_tree_flow *to, const struct sw_tree_flow *more)
{
    to->all += more->all;
    to->strand += more->strand;
    to->end += more->end;
}

/* Those that end as a whole have no `end` of their own. */
struct sw_tree_flow sw_tree_flow_down(const struct sw_program_tree *tree,
                                      const struct sw_node_path *paths, uint32_t number,
                                      const struct sw_tree_flow *from, uint32_t i)
{
    const struct sw_node *node = &tree->nodes[number];
    const struct sw_node_path *path = &paths[number];
    const struct sw_item *item = &tree->items[node->first + i];
    const struct sw_node *child = &tree->nodes[item->node];
    struct sw_tree_flow flow = *from;
    if (!sw_node_is_open(node) && path->by_latest) {
        flow.end = flow.strand;
        flow.strand = 0;
    }
    double count = item->count, passes = flow.strand + (i < path->latest ? flow.end : 0);
    double latest = i == path->latest ? flow.end : 0;
    if (child->kind == SW_NODE_TASK)
        return (struct sw_tree_flow){flow.all * count, latest, 0};
    if (sw_node_is_open(child))
        return (struct sw_tree_flow){flow.all * count, passes * count + latest * (count - 1),
                                     latest};
    return (struct sw_tree_flow){flow.all * count, passes * count, 0};
}

/* From a node to its items. */
static void flow_down(struct flows *f, uint32_t number, const struct sw_tree_flow *flow,
                      struct sw_tree_flow *to, bool queue)
{
    const struct sw_node *node = &f->tree->nodes[number];
    for (uint32_t i = 0; i < node->n_items; i++) {
        uint32_t item = f->tree->items[node->first + i].node;
        struct sw_tree_flow more = sw_tree_flow_down(f->tree, f->paths, number, flow, i);
        add(&to[item], &more);
        if (queue)
            push(f, item);
    }
}

static uint32_t site_key(const struct sw_node *node)
{
    return node->kind == SW_NODE_WORK ? 0 : node->site;
}

static uint32_t lock_key(const struct sw_node *node)
{
    return node->kind == SW_NODE_LOCK ? node->detail : 0;
}

/* Of a tree that has nodes. False: no memory. */
static bool init(struct flows *f, struct sw_pool *pool, const struct sw_program_tree *tree,
                 const struct sw_node_path *paths, size_t n_keys,
                 uint32_t (*key)(const struct sw_node *))
{
    size_t n = tree->n_nodes;
    *f = (struct flows){.tree = tree, .paths = paths, .n_keys = n_keys, .key = key};
    SW_POOLED(pool, f->total, n);
    SW_POOLED(pool, f->inside, n);
    SW_POOLED(pool, f->queued, n / 64 + 1);
    SW_POOLED(pool, f->first, n_keys);
    SW_POOLED(pool, f->next, n);
    if (!paths || pool->error)
        return false;
    uint32_t root = sw_program_tree_root(tree);
    f->total[root] = (struct sw_tree_flow){1, 1, 0};
    for (uint32_t i = root; i >= 1; i--)
        flow_down(f, i, &f->total[i], f->total, false);
    for (uint32_t i = 1; i < n; i++) {
        uint32_t k = key(&tree->nodes[i]);
        if (k && k < n_keys) {
            f->next[i] = f->first[k];
            f->first[k] = i;
        }
    }
    return true;
}

/* The outermost instances of all nodes of a key; *under: how long they take one after the other. */
static void add_outermost(struct flows *f, uint32_t k, struct sw_tree_site_figures *sum,
                          double *under)
{
    for (uint32_t i = f->first[k]; i; i = f->next[i])
        push(f, i);
    for (uint32_t i; (i = pop(f));) {
        const struct sw_node_path *path = &f->paths[i];
        struct sw_tree_flow inside = f->inside[i], *total = &f->total[i];
        f->inside[i] = (struct sw_tree_flow){0};
        if (f->key(&f->tree->nodes[i]) == k) {
            struct sw_tree_flow outermost = {total->all - inside.all, total->strand - inside.strand,
                                             total->end - inside.end};
            sum->count += (uint64_t)outermost.all;
            sum->span_count += (uint64_t)(outermost.strand + outermost.end);
            sum->work += outermost.all * path->work;
            sum->on_span += outermost.strand * path->span.strand + outermost.end * path->span.end;
            *under += outermost.all * path->span.strand;
            inside = *total;
        }
        if (inside.all > 0)
            flow_down(f, i, &inside, f->inside, true);
    }
}

static void add_own(struct flows *f, struct sw_tree_site_figures *figures)
{
    uint32_t root = sw_program_tree_root(f->tree);
    for (uint32_t i = 1; i <= root; i++) {
        uint32_t site = site_key(&f->tree->nodes[i]);
        if ((!site && i != root) || site >= f->n_keys)
            continue;
        const struct sw_node_path *path = &f->paths[i];
        figures[site].own_work += f->total[i].all * path->own_work;
        figures[site].own_on_span +=
            f->total[i].strand * path->own.strand + f->total[i].end * path->own.end;
    }
}

struct sw_tree_site_figures *sw_tree_site_figures(const struct sw_program_tree *tree)
{
    SW_POOL(pool);
    SW_FREED struct sw_node_path *paths = sw_tree_paths(tree, 0);
    size_t n_sites = tree->n_sites ? tree->n_sites : 1;
    struct sw_tree_site_figures *figures = calloc(n_sites, sizeof *figures);
    struct flows flows;
    double under = 0;
    if (!tree->n_nodes || !figures)
        return figures;
    if (!init(&flows, &pool, tree, paths, n_sites, site_key)) {
        free(figures);
        return NULL;
    }
    for (uint32_t k = 1; k < n_sites; k++)
        add_outermost(&flows, k, &figures[k], &under);
    add_own(&flows, figures);
    return figures;
}

double sw_tree_lock_bound(const struct sw_program_tree *tree, uint32_t *lock)
{
    SW_POOL(pool);
    SW_FREED struct sw_node_path *paths = sw_tree_paths(tree, 0);
    struct flows flows;
    double most = 0;
    *lock = 0;
    if (!tree->n_nodes || !init(&flows, &pool, tree, paths, tree->n_locks, lock_key))
        return 0;
    for (uint32_t k = 1; k < tree->n_locks; k++) {
        struct sw_tree_site_figures sum = {0};
        double under = 0;
        add_outermost(&flows, k, &sum, &under);
        if (under > most) {
            most = under;
            *lock = k;
        }
    }
    return most;
}
