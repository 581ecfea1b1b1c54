/*
 * Sites of a tree. How often each node stands in the unfolded tree, and how often on its critical path, flows from
 * the root down, from node to items. Of a site that is inside itself only the outermost instances count: what
 * flows down from the site's own nodes is subtracted. That is looked for below its nodes only, with a heap of
 * node numbers, because parents have larger ones.
 */
#include "analysis/predict/tree_figures.h"
#include "analysis/predict/tree_paths.h"

struct flows {
    const struct sw_program_tree *tree;
    const struct sw_node_path *paths;
    struct sw_tree_flow *total;  /* of each node */
    struct sw_tree_flow *inside; /* of another node of the key that is looked at */
    uint32_t *heap;              /* nodes that have some inside, the largest number first */
    size_t n_heap;
    unsigned char *queued;
};

static void push(struct flows *f, uint32_t node)
{
    if (f->queued[node])
        return;
    f->queued[node] = 1;
    size_t i = f->n_heap++;
    for (; i && f->heap[(i - 1) / 2] < node; i = (i - 1) / 2)
        f->heap[i] = f->heap[(i - 1) / 2];
    f->heap[i] = node;
}

static uint32_t pop(struct flows *f)
{
    uint32_t top = f->heap[0], last = f->heap[--f->n_heap];
    size_t i = 0, child;
    while ((child = 2 * i + 1) < f->n_heap) {
        if (child + 1 < f->n_heap && f->heap[child + 1] > f->heap[child])
            child++;
        if (f->heap[child] <= last)
            break;
        f->heap[i] = f->heap[child];
        i = child;
    }
    f->heap[i] = last;
    f->queued[top] = 0;
    return top;
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

static bool init(struct flows *f, const struct sw_program_tree *tree,
                 const struct sw_node_path *paths)
{
    size_t n = tree->n_nodes + 1;
    *f = (struct flows){.tree = tree,
                        .paths = paths,
                        .total = calloc(n, sizeof *f->total),
                        .inside = calloc(n, sizeof *f->inside),
                        .heap = malloc(n * sizeof *f->heap),
                        .queued = calloc(n, 1)};
    if (!paths || !f->total || !f->inside || !f->heap || !f->queued)
        return false;
    uint32_t root = sw_program_tree_root(tree);
    f->total[root] = (struct sw_tree_flow){1, 1, 0};
    for (uint32_t i = root; i >= 1; i--)
        flow_down(f, i, &f->total[i], f->total, false);
    return true;
}

static void release(struct flows *f)
{
    free(f->total);
    free(f->inside);
    free(f->heap);
    free(f->queued);
}

/* Nodes by a key, the largest number first: `first` by key, then `next` by node; 0 ends. */
struct by_key {
    uint32_t *first, *next;
    size_t n_keys;
};

static uint32_t site_key(const struct sw_node *node)
{
    return node->kind == SW_NODE_WORK ? 0 : node->site;
}

static uint32_t lock_key(const struct sw_node *node)
{
    return node->kind == SW_NODE_LOCK ? node->detail : 0;
}

static bool sort_by_key(struct by_key *b, const struct sw_program_tree *tree, size_t n_keys,
                        uint32_t (*key)(const struct sw_node *))
{
    *b = (struct by_key){.first = calloc(n_keys + 1, sizeof *b->first),
                         .next = calloc(tree->n_nodes + 1, sizeof *b->next),
                         .n_keys = n_keys};
    if (!b->first || !b->next)
        return false;
    for (uint32_t i = 1; i < tree->n_nodes; i++) {
        uint32_t k = key(&tree->nodes[i]);
        if (k && k < n_keys) {
            b->next[i] = b->first[k];
            b->first[k] = i;
        }
    }
    return true;
}

/* Fills f->inside of all nodes of the key, and calls back with the outermost instances of each. */
static void each_outermost(struct flows *f, const struct by_key *b, uint32_t k,
                           uint32_t (*key)(const struct sw_node *),
                           void (*found)(void *, uint32_t node, const struct sw_tree_flow *),
                           void *arg)
{
    for (uint32_t i = b->first[k]; i; i = b->next[i])
        push(f, i);
    while (f->n_heap) {
        uint32_t i = pop(f);
        struct sw_tree_flow inside = f->inside[i];
        f->inside[i] = (struct sw_tree_flow){0};
        if (key(&f->tree->nodes[i]) == k) {
            struct sw_tree_flow outermost = {f->total[i].all - inside.all,
                                             f->total[i].strand - inside.strand,
                                             f->total[i].end - inside.end};
            found(arg, i, &outermost);
            inside = f->total[i];
        }
        if (inside.all > 0)
            flow_down(f, i, &inside, f->inside, true);
    }
}

struct site_sum {
    struct flows *flows;
    struct sw_tree_site_figures *figures;
};

static void add_site(void *arg, uint32_t node, const struct sw_tree_flow *outermost)
{
    struct site_sum *sum = arg;
    const struct sw_node_path *path = &sum->flows->paths[node];
    sum->figures->count += (uint64_t)outermost->all;
    sum->figures->span_count += (uint64_t)(outermost->strand + outermost->end);
    sum->figures->work += outermost->all * path->work;
    sum->figures->on_span +=
        outermost->strand * path->span.strand + outermost->end * path->span.end;
}

static void add_own(struct flows *f, struct sw_tree_site_figures *figures, size_t n_sites)
{
    uint32_t root = sw_program_tree_root(f->tree);
    for (uint32_t i = 1; i <= root; i++) {
        uint32_t site = site_key(&f->tree->nodes[i]);
        if ((!site && i != root) || site >= n_sites)
            continue;
        const struct sw_node_path *path = &f->paths[i];
        figures[site].own_work += f->total[i].all * path->own_work;
        figures[site].own_on_span +=
            f->total[i].strand * path->own.strand + f->total[i].end * path->own.end;
    }
}

struct sw_tree_site_figures *sw_tree_site_figures(const struct sw_program_tree *tree)
{
    size_t n_sites = tree->n_sites ? tree->n_sites : 1;
    struct sw_node_path *paths = sw_tree_paths(tree, 0);
    struct sw_tree_site_figures *figures = calloc(n_sites, sizeof *figures);
    struct flows flows;
    struct by_key by_site = {0};
    if (!tree->n_nodes) {
        free(paths);
        return figures;
    }
    bool ready = init(&flows, tree, paths) && sort_by_key(&by_site, tree, n_sites, site_key);
    if (!ready) {
        free(figures);
        figures = NULL;
    }
    for (uint32_t k = 1; figures && k < n_sites; k++)
        each_outermost(&flows, &by_site, k, site_key, add_site,
                       &(struct site_sum){&flows, &figures[k]});
    if (figures)
        add_own(&flows, figures, n_sites);
    release(&flows);
    free(by_site.first);
    free(by_site.next);
    free(paths);
    return figures;
}

struct lock_sum {
    struct flows *flows;
    double length;
};

static void add_lock(void *arg, uint32_t node, const struct sw_tree_flow *outermost)
{
    struct lock_sum *sum = arg;
    sum->length += outermost->all * sum->flows->paths[node].span.strand;
}

double sw_tree_lock_bound(const struct sw_program_tree *tree, uint32_t *lock)
{
    struct sw_node_path *paths = sw_tree_paths(tree, 0);
    struct flows flows;
    struct by_key by_lock = {0};
    double most = 0;
    *lock = 0;
    if (!tree->n_nodes) {
        free(paths);
        return 0;
    }
    if (init(&flows, tree, paths) && sort_by_key(&by_lock, tree, tree->n_locks, lock_key))
        for (uint32_t k = 1; k < tree->n_locks; k++) {
            struct lock_sum sum = {&flows, 0};
            each_outermost(&flows, &by_lock, k, lock_key, add_lock, &sum);
            if (sum.length > most) {
                most = sum.length;
                *lock = k;
            }
        }
    release(&flows);
    free(by_lock.first);
    free(by_lock.next);
    free(paths);
    return most;
}
