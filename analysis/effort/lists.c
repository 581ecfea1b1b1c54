#include "analysis/effort/lists.h"
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

static int compare_lines(const void *a, const void *b)
{
    const struct sw_effort_row *x = a, *y = b;
    return SW_BY(compare_keys(x->key, y->key), SW_RISING(x->line, y->line));
}

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
