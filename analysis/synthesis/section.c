/*
 * A section's tasks as blocks, periods and steps (analysis/synthesis/flat.h): a group that repeats is a block of its own, if it
 * stands in the section itself; one inside another is unfolded. What is no task waits until the next
 * task comes, and is done in front of that.
 */
#include "analysis/synthesis/build.h"

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
    sw_synthesis_rows_add(steps(s), SW_SYNTHESIS_STEPS,
                          &(struct sw_synthesis_step){(uint32_t)place, before, task, count},
                          &b->error);
}

static void add_task(struct section *s, uint32_t node, uint32_t count)
{
    uint32_t before = sw_synthesis_list_close(s->build, &s->pending), task = s->build->made[node];
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
    sw_synthesis_rows_add(&b->flat->rows[SW_SYNTHESIS_BLOCKS], SW_SYNTHESIS_BLOCKS, &block,
                          &b->error);
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
    for (uint32_t i = 0; i < node->n_items; i++)
        all += s->build->tree->items[node->first + i].count;
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
        sw_synthesis_list_add(b, &s->pending, item.node, item.count);
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

uint32_t sw_synthesis_build_section(struct sw_synthesis_build *b, uint32_t number)
{
    const struct sw_node *node = &b->tree->nodes[number];
    struct sw_synthesis_rows *blocks = &b->flat->rows[SW_SYNTHESIS_BLOCKS];
    struct section s = {.build = b};
    uint32_t first = (uint32_t)blocks->n;
    open_block(&s);
    expand(&s, node, true);
    close_block(&s, 1);
    uint32_t after = sw_synthesis_list_close(b, &s.pending);
    sw_synthesis_list_release(&s.pending);
    struct sw_synthesis_block end = {s.tasks, 1, (uint32_t)steps(&s)->n};
    sw_synthesis_rows_add(blocks, SW_SYNTHESIS_BLOCKS, &end, &b->error);
    struct sw_synthesis_node made = {.kind = SW_SYNTHESIS_SECTION,
                                     .schedule = node->schedule,
                                     .detail = node->detail,
                                     .first = first,
                                     .n = s.n_blocks,
                                     .tasks = s.tasks,
                                     .after = after,
                                     .site = node->site,
                                     .length = b->length[number]};
    return sw_synthesis_rows_add(&b->flat->rows[SW_SYNTHESIS_NODES], SW_SYNTHESIS_NODES, &made,
                                 &b->error);
}
