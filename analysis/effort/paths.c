/* Paths of a tree as rows: from the root to where the effort is, and from there back. */
#include "analysis/effort/lists.h"
#include "base/grow.h"
#include "base/order.h"

struct order {
    const struct sw_effort_tree *tree;
    enum sw_effort_metric by;
};

static uint64_t total(const struct order *o, uint32_t node)
{
    return sw_effort_get(&o->tree->nodes[node].total, o->by);
}

/* Who calls comes first where they have the same. */
static int compare_nodes(const void *a, const void *b, void *order)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return SW_BY(SW_FALLING(total(order, x), total(order, y)), SW_RISING(x, y));
}

/* Marks the nodes to show, with something at all; returns how many others there are. */
static size_t choose(const struct order *o, size_t top, uint32_t *nodes, uint32_t *chosen)
{
    size_t n = 0;
    for (uint32_t i = 1; i < o->tree->n; i++)
        if (total(o, i))
            nodes[n++] = i;
    qsort_r(nodes, n, sizeof *nodes, compare_nodes, (void *)o);
    for (size_t i = 0; i < n && i < top; i++)
        chosen[nodes[i]] = 1;
    return n > top ? n - top : 0;
}

int sw_effort_hot_paths(const struct sw_effort_tree *t, enum sw_effort_metric sort, size_t top,
                        struct sw_effort_rows *rows)
{
    struct order order = {t, sort};
    SW_FREED uint32_t *nodes = calloc(t->n, sizeof *nodes), *row_of = calloc(t->n, sizeof *row_of);
    uint32_t depth = 0;
    *rows = (struct sw_effort_rows){.items = calloc(t->n, sizeof *rows->items)};
    if (!nodes || !row_of || !rows->items) {
        sw_effort_rows_release(rows);
        return -ENOMEM;
    }
    rows->left = choose(&order, top, nodes, row_of);
    for (uint32_t at = sw_effort_next(t, 0, &depth); at; at = sw_effort_next(t, at, &depth)) {
        const struct sw_effort_node *node = &t->nodes[at];
        if (!row_of[at])
            continue;
        rows->items[rows->n] = (struct sw_effort_row){.key = node->key,
                                                      .line = node->line,
                                                      .depth = depth - 1,
                                                      .node = at,
                                                      .parent = row_of[node->parent],
                                                      .folded = node->folded,
                                                      .self = node->self,
                                                      .total = node->total};
        row_of[at] = (uint32_t)++rows->n;
    }
    return 0;
}

enum { MOST_CALLERS = 64 }; /* levels */

/* A node that has effort itself, the one of its callers that it has been followed to, and the line there. */
struct leaf {
    uint32_t node, at, line;
};

struct follower {
    const struct sw_effort_tree *tree;
    enum sw_effort_metric by;
    double least;
    struct sw_effort_rows *rows;
    size_t room;
};

static struct sw_effort_key key_at(const struct follower *f, const struct leaf *leaf)
{
    return f->tree->nodes[leaf->at].key;
}

static int compare_leaves(const void *a, const void *b, void *data)
{
    const struct leaf *x = a, *y = b;
    const struct follower *f = data;
    struct sw_effort_key p = key_at(f, x), q = key_at(f, y);
    return SW_BY(SW_RISING(p.function, q.function), SW_RISING(p.started, q.started),
                 SW_RISING(x->node, y->node));
}

struct group {
    size_t first, n;
    struct sw_effort_sums sums;
    uint32_t line, node; /* of the largest */
    uint64_t most;
};

static int compare_groups(const void *a, const void *b, void *data)
{
    const struct group *x = a, *y = b;
    enum sw_effort_metric by = *(const enum sw_effort_metric *)data;
    return SW_BY(SW_FALLING(sw_effort_get(&x->sums, by), sw_effort_get(&y->sums, by)),
                 SW_RISING(x->first, y->first));
}

/* Those that are at the same function go together. */
static size_t make_groups(struct follower *f, struct leaf *leaves, size_t n, struct group *groups)
{
    size_t to = 0;
    qsort_r(leaves, n, sizeof *leaves, compare_leaves, f);
    for (size_t i = 0; i < n; i++) {
        if (!i || !sw_effort_is_same(key_at(f, &leaves[i - 1]), key_at(f, &leaves[i])))
            groups[to++] = (struct group){.first = i};
        struct group *g = &groups[to - 1];
        const struct sw_effort_sums *self = &f->tree->nodes[leaves[i].node].self;
        g->n++;
        sw_effort_add(&g->sums, self);
        if (!g->node || sw_effort_get(self, f->by) > g->most) {
            g->most = sw_effort_get(self, f->by);
            g->node = leaves[i].at;
            g->line = leaves[i].line;
        }
    }
    return to;
}

static int follow(struct follower *f, struct leaf *leaves, size_t n, uint32_t depth, size_t top);

static int add_group(struct follower *f, const struct group *g, struct leaf *leaves, uint32_t depth)
{
    struct leaf *own = leaves + g->first;
    size_t kept = 0;
    if (!SW_GROW(f->rows->items, f->rows->n, f->room))
        return -ENOMEM;
    f->rows->items[f->rows->n++] = (struct sw_effort_row){.key = f->tree->nodes[g->node].key,
                                                          .line = g->line,
                                                          .depth = depth,
                                                          .node = g->node,
                                                          .self = g->sums,
                                                          .total = g->sums};
    for (size_t i = 0; i < g->n; i++) {
        own[i].line = f->tree->nodes[own[i].at].called;
        own[i].at = f->tree->nodes[own[i].at].parent;
        if (own[i].at)
            own[kept++] = own[i];
    }
    return follow(f, own, kept, depth + 1, SW_EFFORT_EVERY);
}

/* Rows for the functions that leaves are at, and for their callers. */
static int follow(struct follower *f, struct leaf *leaves, size_t n, uint32_t depth, size_t top)
{
    int error = 0;
    if (!n || depth > MOST_CALLERS)
        return 0;
    SW_FREED struct group *groups = calloc(n, sizeof *groups);
    if (!groups)
        return -ENOMEM;
    size_t n_groups = make_groups(f, leaves, n, groups);
    qsort_r(groups, n_groups, sizeof *groups, compare_groups, &f->by);
    for (size_t i = 0; i < n_groups && i < top && !error; i++) {
        if (depth && sw_effort_share(f->tree, sw_effort_get(&groups[i].sums, f->by)) < f->least)
            break;
        error = add_group(f, &groups[i], leaves, depth);
    }
    if (!depth)
        f->rows->left = n_groups > top ? n_groups - top : 0;
    return error;
}

int sw_effort_callers(const struct sw_effort_tree *t, enum sw_effort_metric sort, size_t top,
                      double least, struct sw_effort_rows *rows)
{
    struct follower f = {.tree = t, .by = sort, .least = least, .rows = rows};
    SW_FREED struct leaf *leaves = calloc(t->n, sizeof *leaves);
    SW_FREED uint32_t *lines = sw_effort_own_lines(t, sort);
    size_t n = 0;
    *rows = (struct sw_effort_rows){0};
    for (uint32_t i = 1; leaves && lines && i < t->n; i++)
        if (sw_effort_get(&t->nodes[i].self, sort))
            leaves[n++] = (struct leaf){i, i, lines[sw_effort_index(t->nodes[i].key)]};
    int error = leaves && lines ? follow(&f, leaves, n, 0, top) : -ENOMEM;
    if (error)
        sw_effort_rows_release(rows);
    return error;
}
