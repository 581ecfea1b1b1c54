#include "analysis/effort/lists.h"
#include "base/grow.h"
#include "base/order.h"

void sw_effort_rows_release(struct sw_effort_rows *rows)
{
    free(rows->items);
    *rows = (struct sw_effort_rows){0};
}

bool sw_effort_place(const struct sw_effort_tree *t, size_t path, struct sw_effort_key *key,
                     uint32_t *line)
{
    for (uint32_t at = (uint32_t)path + 1; at; at = t->profile->sampled.paths[at - 1].caller) {
        uint32_t node = t->of_path[at - 1];
        *key = t->nodes[node].key;
        *line = t->path_line[at - 1];
        if (node && *line && sw_effort_is_readers(t, *key))
            return true;
    }
    *key = t->nodes[t->of_path[path]].key;
    *line = 0;
    return false;
}

struct order {
    const struct sw_effort_tree *tree;
    enum sw_effort_metric by;
};

static int more(const struct sw_effort_sums *a, const struct sw_effort_sums *b,
                enum sw_effort_metric by)
{
    return SW_FALLING(sw_effort_get(a, by), sw_effort_get(b, by));
}

static int compare_keys(struct sw_effort_key a, struct sw_effort_key b)
{
    return SW_BY(SW_RISING(a.function, b.function), SW_RISING(a.started, b.started));
}

static int compare_rows(const void *a, const void *b, void *data)
{
    const struct sw_effort_row *x = a, *y = b;
    const struct order *o = data;
    return SW_BY(more(&x->self, &y->self, o->by), more(&x->self, &y->self, SW_EFFORT_ALL),
                 more(&x->total, &y->total, o->by),
                 strcmp(sw_effort_name(o->tree, x->key), sw_effort_name(o->tree, y->key)),
                 strcmp(sw_effort_file(o->tree, x->key), sw_effort_file(o->tree, y->key)),
                 compare_keys(x->key, y->key), SW_RISING(x->line, y->line));
}

static void cut(struct sw_effort_rows *rows, size_t top)
{
    rows->left = rows->n > top ? rows->n - top : 0;
    rows->n -= rows->left;
}

/* Whether there is something of it; waits are something too, where all is asked for. */
static bool has(const struct sw_effort_sums *s, enum sw_effort_metric metric)
{
    return sw_effort_get(s, metric) || (metric == SW_EFFORT_ALL && (s->waited || s->blamed));
}

SW_ORDER(compare_lines, struct sw_effort_row, compare_keys(x->key, y->key),
         SW_RISING(x->line, y->line))

/* A row for each line of each function, in that order. */
static int list_lines(const struct sw_effort_tree *t, enum sw_effort_metric sort,
                      struct sw_effort_rows *rows)
{
    const struct sw_effort_path *paths = t->profile->effort.paths;
    size_t n = paths ? t->profile->sampled.n_paths : 0, to = 0;
    struct sw_effort_row *items = calloc(n + 1, sizeof *items);
    *rows = (struct sw_effort_rows){.items = items};
    if (!items)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++) {
        struct sw_effort_row *row = &items[rows->n];
        *row = (struct sw_effort_row){.key = t->nodes[t->of_path[i]].key,
                                      .line = t->path_line[i],
                                      .self = sw_effort_of_path(&paths[i])};
        rows->n += has(&row->self, sort);
    }
    qsort(items, rows->n, sizeof *items, compare_lines);
    for (size_t i = 0; i < rows->n; i++) {
        if (!to || compare_lines(&items[to - 1], &items[i]))
            items[to++] = items[i];
        else
            sw_effort_add(&items[to - 1].self, &items[i].self);
    }
    rows->n = to;
    return 0;
}

int sw_effort_lines(const struct sw_effort_tree *t, enum sw_effort_metric sort, size_t top,
                    struct sw_effort_rows *rows)
{
    struct order order = {t, sort};
    int error = list_lines(t, sort, rows);
    if (error)
        return error;
    for (size_t i = 0; i < rows->n; i++)
        rows->items[i].total = rows->items[i].self;
    qsort_r(rows->items, rows->n, sizeof *rows->items, compare_rows, &order);
    cut(rows, top);
    return 0;
}

static bool has_more(const struct sw_effort_tree *t, uint32_t a, uint32_t b)
{
    return sw_effort_get(&t->nodes[a].total, SW_EFFORT_ALL) >
           sw_effort_get(&t->nodes[b].total, SW_EFFORT_ALL);
}

/* Rows by function and whether started: totals are at the first of the two. open: how many there are on the way down, by function. */
static void count_functions(const struct sw_effort_tree *t, struct sw_effort_row *rows,
                            uint32_t *open)
{
    uint32_t depth = 0, last = 0, last_depth = 0;
    for (uint32_t at = sw_effort_next(t, 0, &depth); at; at = sw_effort_next(t, at, &depth)) {
        for (; last && last_depth >= depth; last_depth--) {
            const struct sw_effort_node *left = &t->nodes[last];
            open[left->key.function]--;
            last = left->parent;
        }
        const struct sw_effort_node *node = &t->nodes[at];
        struct sw_effort_row *row = &rows[sw_effort_index(node->key)],
                             *all = &rows[2 * node->key.function];
        row->key = node->key;
        sw_effort_add(&row->self, &node->self);
        if (!open[node->key.function]++)
            sw_effort_add(&all->total, &node->total);
        if (node->line && (!row->node || has_more(t, at, row->node)))
            row->node = at;
        last = at;
        last_depth = depth;
    }
}

/* What was started of a function is one with what was called of it: a row is a function. The line is of the one that has more. */
static struct sw_effort_row unite(const struct sw_effort_tree *t, struct sw_effort_row *called,
                                  const uint32_t lines[2], enum sw_effort_metric sort)
{
    const struct sw_effort_row *started = called + 1;
    bool by_started =
        sw_effort_get(&started->self, sort) > sw_effort_get(&called->self, sort) || !called->node;
    const struct sw_effort_row *larger = by_started && started->node ? started : called;
    uint32_t line = lines[larger == started];
    struct sw_effort_row row = *called;
    row.node = larger->node;
    row.line = line ? line : t->nodes[larger->node].line;
    sw_effort_add(&row.self, &started->self);
    return row;
}

uint32_t *sw_effort_own_lines(const struct sw_effort_tree *t, enum sw_effort_metric sort)
{
    struct sw_effort_rows rows;
    uint32_t *lines = calloc(2 * (t->functions->n + 1), sizeof *lines);
    if (sw_effort_lines(t, sort, SW_EFFORT_EVERY, &rows) || !lines) {
        free(lines);
        lines = NULL;
    }
    for (size_t i = rows.n; lines && i-- > 0;)
        if (rows.items[i].line)
            lines[sw_effort_index(rows.items[i].key)] = rows.items[i].line;
    sw_effort_rows_release(&rows);
    return lines;
}

int sw_effort_functions(const struct sw_effort_tree *t, enum sw_effort_metric sort, size_t top,
                        struct sw_effort_rows *rows)
{
    size_t n = t->functions->n + 1;
    SW_FREED uint32_t *open = calloc(n, sizeof *open), *lines = sw_effort_own_lines(t, sort);
    struct order order = {t, sort};
    *rows = (struct sw_effort_rows){.items = calloc(2 * n, sizeof *rows->items)};
    if (!open || !lines || !rows->items) {
        sw_effort_rows_release(rows);
        return -ENOMEM;
    }
    count_functions(t, rows->items, open);
    for (size_t i = 0; i < n; i++) {
        struct sw_effort_row row = unite(t, &rows->items[2 * i], &lines[2 * i], sort);
        row.key = (struct sw_effort_key){(uint32_t)i, rows->items[2 * i + 1].key.started};
        if (has(&row.total, sort))
            rows->items[rows->n++] = row;
    }
    qsort_r(rows->items, rows->n, sizeof *rows->items, compare_rows, &order);
    cut(rows, top);
    return 0;
}

/* Paths of a tree as rows: from the root to where the effort is, and from there back. */

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
    return SW_BY(compare_keys(p, q), SW_RISING(x->node, y->node));
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
