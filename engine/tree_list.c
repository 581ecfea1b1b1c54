/*
 * The items of an open node. What it expects next is what was there before in its place: then nothing
 * is written but a position. Where something else comes, what was only a position becomes items, and goes on from there.
 * Items that repeat become a group, which is expected from then on.
 */
#include "engine/tree_parts.h"

enum { LONGEST_PATTERN = 4, GROUPS_NESTED = 2, UNITE = 16 };

static struct sw_tree_view pattern(const struct sw_tree *tree, const struct sw_tree_frame *f)
{
    const struct sw_tree_record *r = sw_tree_record(tree, f->expect);
    return (struct sw_tree_view){sw_tree_items(r), 1, r->n_items};
}

/* One node that is no group, again and again. */
static bool is_single(const struct sw_tree *tree, const struct sw_tree_frame *f)
{
    return f->mode == SW_TREE_RUNS && sw_tree_record(tree, f->expect)->kind != SW_NODE_GROUP;
}

struct sw_tree_record *sw_tree_expected(const struct sw_tree *tree, const struct sw_tree_frame *f)
{
    if (f->mode == SW_TREE_FREE)
        return NULL;
    if (is_single(tree, f))
        return sw_tree_record(tree, f->expect);
    struct sw_tree_view items = pattern(tree, f);
    return f->at < items.n ? sw_tree_record(tree, sw_tree_viewed(&items, f->at).node) : NULL;
}

static struct sw_item *last_item(struct sw_tree_frame *f)
{
    return sw_tree_listed(f, f->n_items - 1);
}

static void expect(struct sw_tree *tree, struct sw_tree_frame *f, enum sw_tree_mode mode,
                   sw_ref ref)
{
    f->mode = sw_tree_record(tree, ref)->state & SW_RECORD_PACKED ? SW_TREE_FREE : mode;
    f->expect = ref;
    f->at = f->repeat = 0;
}

static void append(struct sw_tree *tree, struct sw_tree_frame *f, struct sw_item item)
{
    f->n_items++;
    tree->top--;
    *last_item(f) = item;
}

static void drop_last(struct sw_tree *tree, struct sw_tree_frame *f, uint32_t n)
{
    f->n_items -= n;
    tree->top += n;
}

/* The last item is the group that was expected, once more. */
static void run_on(struct sw_tree *tree, struct sw_tree_frame *f)
{
    if (last_item(f)->count < UINT32_MAX)
        last_item(f)->count++;
    else
        append(tree, f, (struct sw_item){f->expect, 1});
}

static bool is_equal(struct sw_item a, struct sw_item b)
{
    return a.node == b.node && a.count == b.count;
}

/* Whether the last `n` items are those of a group, or of a view of the list. */
static bool ends_with(struct sw_tree_frame *f, struct sw_tree_view items)
{
    for (uint32_t i = 0; i < items.n; i++)
        if (!is_equal(*sw_tree_listed(f, f->n_items - items.n + i), sw_tree_viewed(&items, i)))
            return false;
    return true;
}

static uint32_t nesting(const struct sw_tree *tree, struct sw_tree_view items)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < items.n; i++) {
        const struct sw_tree_record *r = sw_tree_record(tree, sw_tree_viewed(&items, i).node);
        if (r->kind == SW_NODE_GROUP && r->detail > most)
            most = r->detail;
    }
    return most;
}

static sw_ref make_group(struct sw_tree *tree, struct sw_tree_view items, unsigned state)
{
    struct sw_tree_record like = {.kind = SW_NODE_GROUP, .state = (uint8_t)state};
    like.detail = nesting(tree, items) + 1;
    like.n_items = items.n;
    return sw_tree_find_record(tree, &like, &items);
}

/* The last `n` are the group before them once more. */
static bool fold_into_group(struct sw_tree *tree, struct sw_tree_frame *f, uint32_t n)
{
    if (f->n_items - f->n_packed < n + 1)
        return false;
    struct sw_item *before = sw_tree_listed(f, f->n_items - n - 1);
    const struct sw_tree_record *r = sw_tree_record(tree, before->node);
    if (r->kind != SW_NODE_GROUP || r->n_items != n || before->count == UINT32_MAX ||
        !ends_with(f, (struct sw_tree_view){sw_tree_items(r), 1, n}))
        return false;
    drop_last(tree, f, n);
    before->count++;
    return true;
}

/* The last `n` are the `n` before them once more. */
static bool fold_pattern(struct sw_tree *tree, struct sw_tree_frame *f, uint32_t n)
{
    if (f->n_items - f->n_packed < 2 * n)
        return false;
    struct sw_tree_view items = sw_tree_view_list(f, f->n_items - 2 * n, n);
    if (!ends_with(f, items) || nesting(tree, items) >= GROUPS_NESTED)
        return false;
    sw_ref group = make_group(tree, items, 0);
    drop_last(tree, f, 2 * n);
    append(tree, f, (struct sw_item){group, 2});
    return true;
}

static bool fold(struct sw_tree *tree, struct sw_tree_frame *f)
{
    for (uint32_t n = 2; n <= LONGEST_PATTERN; n++)
        if (fold_into_group(tree, f, n) || fold_pattern(tree, f, n))
            return true;
    return false;
}

/* Takes `n` items from the `first` on out of the list, and puts one in their place. */
static void replace(struct sw_tree *tree, struct sw_tree_frame *f, uint32_t first, uint32_t n,
                    sw_ref node)
{
    *sw_tree_listed(f, first) = (struct sw_item){node, 1};
    for (uint32_t i = first + n; i < f->n_items; i++)
        *sw_tree_listed(f, i - n + 1) = *sw_tree_listed(f, i);
    drop_last(tree, f, n - 1);
}

/* Keeps the list short. */
static void pack(struct sw_tree *tree, struct sw_tree_frame *f)
{
    uint32_t n = tree->pack;
    if (f->n_items - f->n_packed >= 2 * n) {
        sw_ref group = make_group(tree, sw_tree_view_list(f, f->n_packed, n), SW_RECORD_PACKED);
        replace(tree, f, f->n_packed, n, group);
        f->n_packed++;
    }
    if (f->n_packed >= 2 * n) {
        replace(tree, f, 0, n, make_group(tree, sw_tree_view_list(f, 0, n), SW_RECORD_PACKED));
        f->n_packed -= n - 1;
    }
}

/* Without a look at what is expected. */
static void add(struct sw_tree *tree, struct sw_tree_frame *f, struct sw_item item)
{
    if (f->n_items > f->n_packed && last_item(f)->node == item.node &&
        last_item(f)->count <= UINT32_MAX - item.count) {
        last_item(f)->count += item.count;
    } else {
        fold(tree, f);
        append(tree, f, item);
        if (item.count == 1)
            fold(tree, f);
        pack(tree, f);
    }
    expect(tree, f, SW_TREE_RUNS, last_item(f)->node);
}

void sw_tree_write_out(struct sw_tree *tree, struct sw_tree_frame *f)
{
    enum sw_tree_mode mode = f->mode;
    uint32_t n = f->at, repeat = f->repeat;
    bool single = mode != SW_TREE_FREE && is_single(tree, f);
    f->mode = SW_TREE_FREE;
    if (mode == SW_TREE_FREE || single)
        return;
    struct sw_tree_view items = pattern(tree, f);
    for (uint32_t i = 0; i < n; i++)
        add(tree, f, sw_tree_viewed(&items, i));
    if (repeat)
        add(tree, f, (struct sw_item){sw_tree_viewed(&items, n).node, repeat});
}

void sw_tree_push(struct sw_tree *tree, struct sw_tree_frame *f, sw_ref node)
{
    sw_tree_write_out(tree, f);
    add(tree, f, (struct sw_item){node, 1});
    sw_tree_arrive(tree, f);
}

/* Positions are in one list only: before a group comes, it becomes what is expected. */
void sw_tree_arrive(struct sw_tree *tree, struct sw_tree_frame *f)
{
    if (f->mode == SW_TREE_FREE || is_single(tree, f))
        return;
    for (;;) {
        struct sw_tree_record *r = sw_tree_expected(tree, f);
        if (!r || r->kind != SW_NODE_GROUP)
            return;
        sw_tree_write_out(tree, f);
        expect(tree, f, SW_TREE_BEGINS, sw_tree_ref(tree, r));
    }
}

void sw_tree_came(struct sw_tree *tree, struct sw_tree_frame *f)
{
    if (is_single(tree, f)) {
        run_on(tree, f);
        return;
    }
    struct sw_tree_view items = pattern(tree, f);
    if (++f->repeat < sw_tree_viewed(&items, f->at).count)
        return;
    f->repeat = 0;
    f->at++;
    if (f->at == items.n && f->mode == SW_TREE_RUNS) {
        f->at = 0;
        run_on(tree, f);
    } else if (f->at == items.n && f->mode == SW_TREE_BEGINS) {
        sw_ref group = f->expect;
        f->mode = SW_TREE_FREE;
        add(tree, f, (struct sw_item){group, 1});
    }
    sw_tree_arrive(tree, f);
}
