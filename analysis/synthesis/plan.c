#include "analysis/synthesis/plan.h"
#include "base/grow.h"
#include "base/pool.h"

enum { SW_SYNTHESIS_WORKS = 256 };

struct sw_synthesis_build {
    const struct sw_program_tree *tree;
    struct sw_synthesis_tree *flat;
    /* By number of the tree's nodes. */
    uint32_t *made;                     /* node of the plan */
    double *length;                     /* with all that is in it */
    bool *plain;                        /* no sections and no locks in it */
    bool *has_tasks;                    /* of groups: tasks, of the section around it */
    uint32_t works[SW_SYNTHESIS_WORKS]; /* nodes that only compute, by length: the last ones made */
    uint64_t unfolded;                  /* tasks, one by one */
    int error;
};

/* Items as they come: those that only compute are taken together. */
struct sw_synthesis_list {
    struct sw_synthesis_item *items;
    size_t n, room;
    double plain, length;
};

/* A row at a table's end: its number. 0 with the error set: no memory, or too many. */
static uint32_t add_row(struct sw_synthesis_build *b, enum sw_synthesis_table table,
                        const void *row)
{
    struct sw_synthesis_rows *rows = &b->flat->rows[table];
    size_t size = sw_synthesis_sizes[table];
    if (b->error)
        return 0;
    if (rows->n == rows->room) {
        size_t room = rows->room ? 2 * rows->room : 64;
        char *data = room <= UINT32_MAX ? realloc(rows->data, room * size) : NULL;
        if (!data) {
            b->error = -ENOMEM;
            return 0;
        }
        rows->data = data;
        rows->room = room;
    }
    memcpy(rows->data + rows->n * size, row, size);
    return (uint32_t)rows->n++;
}

static uint32_t add_node(struct sw_synthesis_build *b, const struct sw_synthesis_node *node)
{
    return add_row(b, SW_SYNTHESIS_NODES, node);
}

/* The same node for the same length, mostly: equal iterations are to stay equal. */
static uint32_t work(struct sw_synthesis_build *b, double length)
{
    uint64_t bits;
    memcpy(&bits, &length, sizeof bits);
    uint32_t *known = &b->works[bits * 0x9e3779b97f4a7c15 >> 56];
    if (!*known || sw_synthesis_tree_node(b->flat, *known)->length != length)
        *known =
            add_node(b, &(struct sw_synthesis_node){.kind = SW_SYNTHESIS_WORK, .length = length});
    return *known;
}

/* --- lists --- */

static void push(struct sw_synthesis_build *b, struct sw_synthesis_list *list, uint32_t made,
                 uint32_t count)
{
    if (!SW_GROW(list->items, list->n, list->room)) {
        b->error = -ENOMEM;
        return;
    }
    list->items[list->n++] = (struct sw_synthesis_item){made, count};
}

static void push_plain(struct sw_synthesis_build *b, struct sw_synthesis_list *list)
{
    if (list->plain > 0)
        push(b, list, work(b, list->plain), 1);
    list->plain = 0;
}

static void list_add(struct sw_synthesis_build *b, struct sw_synthesis_list *list, uint32_t node,
                     uint32_t count)
{
    double length = b->length[node] * count;
    list->length += length;
    if (b->plain[node]) {
        list->plain += length;
        return;
    }
    push_plain(b, list);
    push(b, list, b->made[node], count);
}

static void list_release(struct sw_synthesis_list *list)
{
    free(list->items);
    *list = (struct sw_synthesis_list){0};
}

/* A node of that kind, which has the list's items. */
static uint32_t close_as(struct sw_synthesis_build *b, struct sw_synthesis_list *list,
                         struct sw_synthesis_node node)
{
    bool plain = !list->n;
    push_plain(b, list);
    node.length = list->length;
    node.first = (uint32_t)b->flat->rows[SW_SYNTHESIS_ITEMS].n;
    node.n = plain ? 0 : (uint32_t)list->n;
    for (size_t i = 0; i < node.n; i++)
        add_row(b, SW_SYNTHESIS_ITEMS, &list->items[i]);
    list->n = 0;
    list->length = 0;
    return add_node(b, &node);
}

/* A node of what is in the list, and the list is empty again. 0: there was nothing. */
static uint32_t list_close(struct sw_synthesis_build *b, struct sw_synthesis_list *list)
{
    push_plain(b, list);
    bool one = list->n == 1 && list->items[0].count == 1;
    if (list->n > 1 || (list->n && !one))
        return close_as(b, list, (struct sw_synthesis_node){.kind = SW_SYNTHESIS_SEQUENCE});
    uint32_t made = one ? list->items[0].node : 0;
    list->n = 0;
    list->length = 0;
    return made;
}

/*
 * A section's tasks as blocks, periods and steps (analysis/synthesis/flat.h): a group that repeats is a block of its own, if it
 * stands in the section itself; one inside another is unfolded. What is no task waits until the next
 * task comes, and is done in front of that.
 */

#define MOST_UNFOLDED (UINT64_C(1) << 28)
#define MOST_STEPS    (UINT64_C(1) << 26)

/* Of dealing out a group: tasks times kinds of tasks. Beyond, they come kind by kind. */
#define MOST_DEALT    (UINT64_C(1) << 30)

struct section {
    struct sw_synthesis_build *build;
    struct sw_synthesis_list pending;
    uint64_t tasks, begin; /* begin: of the block that is open */
    size_t first_step;     /* likewise */
    uint32_t n_blocks;
};

static struct sw_synthesis_rows *steps(struct section *s)
{
    return &s->build->flat->rows[SW_SYNTHESIS_STEPS];
}

static struct sw_synthesis_step *step_at(struct section *s, size_t i)
{
    return (struct sw_synthesis_step *)steps(s)->data + i;
}

static void emit(struct section *s, uint32_t before, uint32_t task, uint32_t count)
{
    struct sw_synthesis_build *b = s->build;
    uint64_t place = s->tasks - s->begin;
    size_t n = steps(s)->n;
    struct sw_synthesis_step *last = n > s->first_step ? step_at(s, n - 1) : NULL;
    if (++b->unfolded > MOST_UNFOLDED || n > MOST_STEPS || place + count > UINT32_MAX)
        b->error = b->error ? b->error : -E2BIG;
    s->tasks += count;
    if (last && last->before == before && last->task == task) {
        last->count += count;
        return;
    }
    add_row(b, SW_SYNTHESIS_STEPS,
            &(struct sw_synthesis_step){(uint32_t)place, before, task, count});
}

static void add_task(struct section *s, uint32_t node, uint32_t count)
{
    uint32_t before = list_close(s->build, &s->pending), task = s->build->made[node];
    if (before) {
        emit(s, before, task, 1);
        count--;
    }
    if (count)
        emit(s, 0, task, count);
}

static void open_block(struct section *s)
{
    s->begin = s->tasks;
    s->first_step = steps(s)->n;
}

/* What is in the block comes so many times. */
static void close_block(struct section *s, uint64_t repeat)
{
    struct sw_synthesis_build *b = s->build;
    uint64_t period = s->tasks - s->begin;
    if (!period || b->error)
        return;
    s->tasks += (repeat - 1) * period;
    /* Equal ones are one long run, which is found by no division. */
    if (steps(s)->n - s->first_step == 1 && period * repeat <= UINT32_MAX) {
        period *= repeat;
        step_at(s, s->first_step)->count = (uint32_t)period;
    }
    struct sw_synthesis_block block = {s->begin, (uint32_t)period, (uint32_t)s->first_step};
    add_row(b, SW_SYNTHESIS_BLOCKS, &block);
    s->n_blocks++;
    open_block(s);
}

static void expand(struct section *s, const struct sw_node *node, bool outermost);

/* The item that is furthest behind its share, the first of those. In whole numbers, times the tasks of all: ties are
 * ties. */
static uint32_t most_behind(const struct sw_item *items, uint32_t n, const uint32_t *dealt,
                            uint64_t k, uint64_t all)
{
    uint32_t most = 0;
    int64_t behind = INT64_MIN;
    for (uint32_t i = 0; i < n; i++) {
        int64_t here = (int64_t)(items[i].count * k) - (int64_t)(dealt[i] * all);
        if (dealt[i] < items[i].count && here > behind) {
            behind = here;
            most = i;
        }
    }
    return most;
}

static void expand_item(struct section *s, struct sw_item item, bool outermost);

static void deal(struct section *s, const struct sw_node *node)
{
    const struct sw_item *items = s->build->tree->items + node->first;
    SW_FREED uint32_t *dealt = calloc(node->n_items, sizeof *dealt);
    uint64_t all = 0;
    for (uint32_t i = 0; i < node->n_items; i++)
        all += items[i].count;
    if (!dealt)
        s->build->error = -ENOMEM;
    for (uint64_t k = 0; k < all && !s->build->error; k++) {
        uint32_t i = most_behind(items, node->n_items, dealt, k, all);
        expand_item(s, (struct sw_item){items[i].node, 1}, false);
        dealt[i]++;
    }
}

static void expand_group(struct section *s, const struct sw_node *node)
{
    uint64_t all = 0;
    SW_EACH (item, s->build->tree->items + node->first, node->n_items)
        all += item->count;
    if (node->flags & SW_NODE_SHUFFLED && all * node->n_items <= MOST_DEALT)
        deal(s, node);
    else
        expand(s, node, false);
}

/* Where what waits at its start is not what waits at its end, the first time differs from the others. */
static void repeat_group(struct section *s, const struct sw_node *node, uint32_t count)
{
    double at_start = s->pending.plain;
    bool simple = !s->pending.n;
    close_block(s, 1);
    open_block(s);
    expand_group(s, node);
    if (simple && !s->pending.n && s->pending.plain == at_start) {
        close_block(s, count);
        return;
    }
    close_block(s, 1);
    expand_group(s, node);
    close_block(s, count - 1);
}

static void expand_item(struct section *s, struct sw_item item, bool outermost)
{
    struct sw_synthesis_build *b = s->build;
    const struct sw_node *node = &b->tree->nodes[item.node];
    if (node->kind == SW_NODE_TASK)
        add_task(s, item.node, item.count);
    else if (node->kind != SW_NODE_GROUP || !b->has_tasks[item.node])
        list_add(b, &s->pending, item.node, item.count);
    else if (outermost && item.count > 1)
        repeat_group(s, node, item.count);
    else
        for (uint32_t i = 0; i < item.count && !b->error; i++)
            expand_group(s, node);
}

static void expand(struct section *s, const struct sw_node *node, bool outermost)
{
    for (uint32_t i = 0; i < node->n_items && !s->build->error; i++)
        expand_item(s, s->build->tree->items[node->first + i], outermost);
}

/* The section as a node of the plan. */
static uint32_t build_section(struct sw_synthesis_build *b, uint32_t number)
{
    const struct sw_node *node = &b->tree->nodes[number];
    struct sw_synthesis_rows *blocks = &b->flat->rows[SW_SYNTHESIS_BLOCKS];
    struct section s = {.build = b};
    uint32_t first = (uint32_t)blocks->n;
    open_block(&s);
    expand(&s, node, true);
    close_block(&s, 1);
    uint32_t after = list_close(b, &s.pending);
    list_release(&s.pending);
    struct sw_synthesis_block end = {s.tasks, 1, (uint32_t)steps(&s)->n};
    add_row(b, SW_SYNTHESIS_BLOCKS, &end);
    struct sw_synthesis_node made = {.kind = SW_SYNTHESIS_SECTION,
                                     .schedule = node->schedule,
                                     .detail = node->detail,
                                     .first = first,
                                     .n = s.n_blocks,
                                     .tasks = s.tasks,
                                     .after = after,
                                     .site = node->site,
                                     .length = b->length[number]};
    return add_row(b, SW_SYNTHESIS_NODES, &made);
}

/* --- nodes --- */

static uint32_t close_region(struct sw_synthesis_build *b, struct sw_synthesis_list *region)
{
    push_plain(b, region);
    if (region->n == 1 && region->items[0].count == 1)
        return list_close(b, region);
    uint32_t first = region->items[0].node;
    return close_as(
        b, region,
        (struct sw_synthesis_node){.kind = SW_SYNTHESIS_REGION,
                                   .site = sw_synthesis_tree_node(b->flat, first)->site});
}

static void end_region(struct sw_synthesis_build *b, struct sw_synthesis_list *list,
                       struct sw_synthesis_list *region)
{
    double length = region->length;
    if (!region->n || b->error)
        return;
    push_plain(b, list);
    push(b, list, close_region(b, region), 1);
    list->length += length;
}

/* A region goes from a section that does not wait to the first that does, or to the end. */
static void take_items(struct sw_synthesis_build *b, const struct sw_node *node,
                       struct sw_synthesis_list *list)
{
    struct sw_synthesis_list region = {0};
    for (uint64_t i = node->first; i < node->first + node->n_items; i++) {
        struct sw_item item = b->tree->items[i];
        const struct sw_node *child = &b->tree->nodes[item.node];
        bool section = child->kind == SW_NODE_SECTION;
        if (section && child->flags & SW_NODE_NOWAIT)
            list_add(b, &region, item.node, item.count);
        else if (section && region.n) {
            list_add(b, &region, item.node, 1);
            end_region(b, list, &region);
            if (item.count > 1)
                list_add(b, list, item.node, item.count - 1);
        } else
            list_add(b, region.n ? &region : list, item.node, item.count);
    }
    end_region(b, list, &region);
    list_release(&region);
}

static uint32_t build_items(struct sw_synthesis_build *b, const struct sw_node *node)
{
    struct sw_synthesis_list list = {0};
    take_items(b, node, &list);
    uint32_t made = node->kind == SW_NODE_LOCK
                        ? close_as(b, &list,
                                   (struct sw_synthesis_node){.kind = SW_SYNTHESIS_LOCK,
                                                              .detail = node->detail})
                        : list_close(b, &list);
    list_release(&list);
    return made;
}

static void measure(struct sw_synthesis_build *b, uint32_t number)
{
    const struct sw_node *node = &b->tree->nodes[number];
    if (node->kind == SW_NODE_WORK) {
        b->length[number] = sw_node_length(node);
        b->plain[number] = true;
        return;
    }
    b->plain[number] = node->kind != SW_NODE_LOCK && node->kind != SW_NODE_SECTION;
    SW_EACH (item, b->tree->items + node->first, node->n_items) {
        uint8_t kind = b->tree->nodes[item->node].kind;
        b->length[number] += b->length[item->node] * item->count;
        b->plain[number] &= b->plain[item->node];
        b->has_tasks[number] |=
            kind == SW_NODE_TASK || (kind == SW_NODE_GROUP && b->has_tasks[item->node]);
    }
}

static void build(struct sw_synthesis_build *b)
{
    /* Number 0 is none. */
    add_node(b, &(struct sw_synthesis_node){0});
    add_row(b, SW_SYNTHESIS_BLOCKS, &(struct sw_synthesis_block){.period = 1});
    for (uint32_t i = 1; i < b->tree->n_nodes && !b->error; i++) {
        const struct sw_node *node = &b->tree->nodes[i];
        measure(b, i);
        /* A group in a section belongs to that. */
        if (node->kind == SW_NODE_GROUP && b->has_tasks[i])
            continue;
        if (node->kind == SW_NODE_SECTION)
            b->made[i] = build_section(b, i);
        else if (b->plain[i])
            b->made[i] = work(b, b->length[i]);
        else
            b->made[i] = build_items(b, node);
    }
}

/* --- what is outermost --- */

static const struct sw_synthesis_item *items_of(const struct sw_synthesis_tree *flat,
                                                const struct sw_synthesis_node *node)
{
    return (const struct sw_synthesis_item *)flat->rows[SW_SYNTHESIS_ITEMS].data + node->first;
}

/* Nodes come after what is in them: backwards, all that has a node is known before it. */
static int find_outermost(struct sw_synthesis_tree *flat, uint32_t root)
{
    SW_FREED double *counts = calloc(root + 1, sizeof *counts);
    flat->outermost = calloc(root + 1, sizeof *flat->outermost);
    if (!counts || !flat->outermost)
        return -ENOMEM;
    flat->serial = flat->work;
    counts[root] = 1;
    for (uint32_t i = root; i > 0; i--) {
        const struct sw_synthesis_node *node = sw_synthesis_tree_node(flat, i);
        if (!counts[i] || node->kind == SW_SYNTHESIS_WORK)
            continue;
        if (node->kind == SW_SYNTHESIS_SECTION || node->kind == SW_SYNTHESIS_REGION) {
            flat->outermost[flat->n_outermost++] = (struct sw_synthesis_outermost){i, counts[i]};
            flat->serial -= counts[i] * node->length;
            continue;
        }
        for (uint32_t k = 0; k < node->n; k++)
            counts[items_of(flat, node)[k].node] += counts[i] * items_of(flat, node)[k].count;
    }
    return 0;
}

static unsigned deeper(const unsigned *depths, uint32_t node, unsigned depth)
{
    return depths[node] > depth ? depths[node] : depth;
}

static int find_depth(struct sw_synthesis_tree *flat)
{
    size_t n = flat->rows[SW_SYNTHESIS_NODES].n;
    const struct sw_synthesis_block *blocks = (const void *)flat->rows[SW_SYNTHESIS_BLOCKS].data;
    const struct sw_synthesis_step *steps = (const void *)flat->rows[SW_SYNTHESIS_STEPS].data;
    SW_FREED unsigned *depths = calloc(n, sizeof *depths);
    if (!depths)
        return -ENOMEM;
    for (uint32_t i = 1; i < n; i++) {
        const struct sw_synthesis_node *node = sw_synthesis_tree_node(flat, i);
        unsigned depth = deeper(depths, node->after, 0);
        if (node->kind == SW_SYNTHESIS_SECTION)
            for (uint32_t k = blocks[node->first].first_step;
                 k < blocks[node->first + node->n].first_step; k++)
                depth = deeper(depths, steps[k].task, deeper(depths, steps[k].before, depth));
        else
            for (uint32_t k = 0; k < node->n; k++)
                depth = deeper(depths, items_of(flat, node)[k].node, depth);
        depths[i] = depth + 1;
        flat->depth = deeper(depths, i, flat->depth);
    }
    return 0;
}

int sw_synthesis_tree_make(struct sw_synthesis_tree *flat, const struct sw_program_tree *tree)
{
    SW_POOL(pool);
    struct sw_synthesis_build b = {.tree = tree, .flat = flat};
    *flat = (struct sw_synthesis_tree){0};
    if (!tree->n_nodes)
        return 0;
    uint32_t root = sw_program_tree_root(tree);
    SW_POOLED(&pool, b.made, tree->n_nodes);
    SW_POOLED(&pool, b.length, tree->n_nodes);
    SW_POOLED(&pool, b.plain, tree->n_nodes);
    SW_POOLED(&pool, b.has_tasks, tree->n_nodes);
    if (pool.error)
        return pool.error;
    build(&b);
    flat->work = b.length[root];
    return b.error ?: find_outermost(flat, b.made[root]) ?: find_depth(flat);
}

void sw_synthesis_tree_release(struct sw_synthesis_tree *flat)
{
    for (int i = 0; i < SW_SYNTHESIS_TABLES; i++)
        free(flat->rows[i].data);
    free(flat->outermost);
    *flat = (struct sw_synthesis_tree){0};
}
