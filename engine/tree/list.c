/*
 * The items of an open node. What it expects next is what was there before in its place: then nothing
 * is written but a position. Where something else comes, what was only a position becomes items, and goes on from there.
 * Items that repeat become a group, which is expected from then on.
 */
#include "engine/tree/parts.h"

enum {
    LONGEST_PATTERN = 4,
    REPEATS = 3,
    GROUPS_NESTED = 2,
    LEAST_WINDOWS = 64,
    LONG_LIST = 16,
    MANY = 64
};

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
    if (sw_tree_record(tree, item.node)->kind == SW_NODE_GROUP)
        f->last_group = f->n_items;
}

static void drop_last(struct sw_tree *tree, struct sw_tree_frame *f, uint32_t n)
{
    f->n_items -= n;
    tree->top += n;
    f->last_group = f->last_group <= f->n_items ? f->last_group : 0;
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

/* How many are in a group, and in groups in it; in lists without tasks, other nodes but work. */
static uint64_t tasks(const struct sw_tree *tree, const struct sw_tree_record *group)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < group->n_items; i++) {
        struct sw_item item = sw_tree_items(group)[i];
        const struct sw_tree_record *r = sw_tree_record(tree, item.node);
        if (r->kind != SW_NODE_WORK)
            n += r->kind == SW_NODE_GROUP ? item.count * tasks(tree, r) : item.count;
    }
    return n;
}

void sw_tree_note_window(struct sw_tree *tree, struct sw_tree_record *group)
{
    group->extra = (int64_t)tasks(tree, group);
    if ((uint64_t)group->extra > tree->measure.window)
        tree->measure.window = (uint64_t)group->extra;
}

static sw_ref make_group(struct sw_tree *tree, struct sw_tree_view items, unsigned state)
{
    struct sw_tree_record like = {.kind = SW_NODE_GROUP, .state = (uint8_t)state};
    like.flags = state && tree->shuffles ? SW_NODE_SHUFFLED : 0;
    like.detail = nesting(tree, items) + 1;
    like.n_items = items.n;
    sw_ref ref = sw_tree_find_record(tree, &like, &items);
    if (like.flags)
        sw_tree_note_window(tree, sw_tree_record(tree, ref));
    return ref;
}

/* The last items are the group before them once more. */
static bool fold_into_group(struct sw_tree *tree, struct sw_tree_frame *f)
{
    uint32_t n = f->n_items - f->last_group;
    if (!f->last_group || !n || n > LONGEST_PATTERN)
        return false;
    struct sw_item *before = sw_tree_listed(f, f->last_group - 1);
    const struct sw_tree_record *r = sw_tree_record(tree, before->node);
    if (r->n_items != n || before->count == UINT32_MAX ||
        !ends_with(f, (struct sw_tree_view){sw_tree_items(r), 1, n}))
        return false;
    drop_last(tree, f, n);
    before->count++;
    return true;
}

/* The last `n` are the `n` before them, and those the ones before: less would not be worth a group. */
static bool fold_pattern(struct sw_tree *tree, struct sw_tree_frame *f, uint32_t n)
{
    for (uint32_t i = f->n_items - 2; i >= f->n_items - (REPEATS - 1) * n; i--)
        if (!is_equal(*sw_tree_listed(f, i), *sw_tree_listed(f, i - n)))
            return false;
    struct sw_tree_view items = sw_tree_view_list(f, f->n_items - n, n);
    if (nesting(tree, items) >= GROUPS_NESTED)
        return false;
    sw_ref group = make_group(tree, items, 0);
    drop_last(tree, f, REPEATS * n);
    append(tree, f, (struct sw_item){group, REPEATS});
    return true;
}

static void fold(struct sw_tree *tree, struct sw_tree_frame *f)
{
    uint32_t own = f->n_items - f->n_packed;
    if (fold_into_group(tree, f))
        return;
    for (uint32_t n = 2; n <= LONGEST_PATTERN && REPEATS * n <= own; n++)
        if (is_equal(*last_item(f), *sw_tree_listed(f, f->n_items - 1 - n)) &&
            fold_pattern(tree, f, n))
            return;
}

/* Takes `n` items from the `first` on out of the list, and puts one in their place. */
static void replace(struct sw_tree *tree, struct sw_tree_frame *f, uint32_t first, uint32_t n,
                    sw_ref node)
{
    *sw_tree_listed(f, first) = (struct sw_item){node, 1};
    for (uint32_t i = first + n; i < f->n_items; i++)
        *sw_tree_listed(f, i - n + 1) = *sw_tree_listed(f, i);
    drop_last(tree, f, n - 1);
    f->last_group = 0;
}

/* Of items, those that are of one node become one, the first. Returns how many are left. */
uint32_t sw_tree_shuffle(struct sw_tree *tree, struct sw_item *items, int step, uint32_t n)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct sw_item item = items[(int64_t)step * i];
        struct sw_tree_record *r = sw_tree_record(tree, item.node);
        struct sw_item *known = &items[(int64_t)step * r->number];
        if (r->number < left && known->node == item.node &&
            known->count <= UINT32_MAX - item.count) {
            known->count += item.count;
            continue;
        }
        r->number = left;
        items[(int64_t)step * left++] = item;
    }
    return left;
}

static void pack_items(struct sw_tree *tree, struct sw_tree_frame *f, uint32_t first)
{
    uint32_t n = tree->pack;
    if (tree->shuffles)
        n = sw_tree_shuffle(tree, sw_tree_listed(f, first), -1, n);
    sw_ref group = make_group(tree, sw_tree_view_list(f, first, n), SW_RECORD_PACKED);
    replace(tree, f, first, tree->pack, group);
}

/* Of the shuffled groups, two that follow each other and have least tasks. 0: there are none. */
static uint32_t smallest_pair(struct sw_tree *tree, struct sw_tree_frame *f)
{
    uint32_t best = 0;
    int64_t least = INT64_MAX, last = INT64_MAX;
    for (uint32_t i = 0; i < f->n_packed; i++) {
        const struct sw_item *item = sw_tree_listed(f, i);
        const struct sw_tree_record *r = sw_tree_record(tree, item->node);
        bool may = r->flags & SW_NODE_SHUFFLED && item->count == 1;
        if (may && last < least && r->extra < least - last) {
            least = last + r->extra;
            best = i;
        }
        last = may ? r->extra : INT64_MAX;
    }
    return best;
}

/* These become one, in which windows are twice as wide. */
static void unite(struct sw_tree *tree, struct sw_tree_frame *f)
{
    uint32_t second = smallest_pair(tree, f);
    if (!second)
        return;
    struct sw_tree_record *r = sw_tree_record(tree, tree->end);
    *r = (struct sw_tree_record){
        .kind = SW_NODE_GROUP, .flags = SW_NODE_SHUFFLED, .state = SW_RECORD_PACKED};
    for (uint32_t i = second - 1; i <= second; i++) {
        const struct sw_tree_record *half = sw_tree_record(tree, sw_tree_listed(f, i)->node);
        r->detail = half->detail > r->detail ? half->detail : r->detail;
        for (uint32_t k = 0; k < half->n_items; k++)
            sw_tree_items(r)[r->n_items++] = sw_tree_items(half)[k];
    }
    r->n_items = sw_tree_shuffle(tree, sw_tree_items(r), 1, r->n_items);
    sw_tree_figure(tree, r);
    sw_tree_add_record(tree, r);
    sw_tree_note_window(tree, r);
    replace(tree, f, second - 1, 2, sw_tree_ref(tree, r));
    f->n_packed--;
}

/* Memory is half full, and there are windows enough to make them wider. */
static bool is_crowded(const struct sw_tree *tree, const struct sw_tree_frame *f)
{
    return f->n_packed >= LEAST_WINDOWS && tree->end - tree->first > tree->n_words / 2;
}

/* Keeps a list that has become long short. */
static __attribute__((noinline)) void pack(struct sw_tree *tree, struct sw_tree_frame *f)
{
    uint32_t n = tree->pack;
    pack_items(tree, f, f->n_packed);
    f->n_packed++;
    if (tree->shuffles && (f->n_packed >= 2 * n || is_crowded(tree, f)))
        unite(tree, f);
    if (f->n_packed >= 3 * n) {
        sw_ref group = make_group(tree, sw_tree_view_list(f, 0, n), SW_RECORD_PACKED);
        replace(tree, f, 0, n, group);
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
        if (f->n_items && last_item(f)->count > 1) /* else it was looked at when it came */
            fold(tree, f);
        append(tree, f, item);
        if (item.count == 1)
            fold(tree, f);
        if (f->n_items - f->n_packed >= 2 * tree->pack)
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
    uint32_t i = 0;
    if (mode == SW_TREE_FOLLOWS) /* what repeats in it is a group already */
        for (; i + 1 < n && i < LONG_LIST; i++)
            append(tree, f, sw_tree_viewed(&items, i));
    for (; i < n; i++)
        add(tree, f, sw_tree_viewed(&items, i));
    if (repeat)
        add(tree, f, (struct sw_item){sw_tree_viewed(&items, n).node, repeat});
}

/* Of a group that comes, the first item has: it is no item of the list yet. */
static bool is_behind_first(const struct sw_tree *tree, const struct sw_tree_frame *f)
{
    return f->mode != SW_TREE_FREE && f->at == 1 && !f->repeat && !is_single(tree, f) &&
           pattern(tree, f).at->count == 1;
}

/* The group of both; the leaf knows the last one that it was in. */
static sw_ref pair_of(struct sw_tree *tree, sw_ref work, sw_ref leaf)
{
    sw_ref *known = &sw_tree_record(tree, leaf)->next;
    struct sw_item pair[2] = {{work, 1}, {leaf, 1}};
    if (!*known || sw_tree_items(sw_tree_record(tree, *known))->node != work)
        *known = make_group(tree, (struct sw_tree_view){pair, 1, 2}, 0);
    return *known;
}

/* In a long list, a piece of work and the leaf behind it, both of which there are many of: a loop's control and
 * body, which vary by chance. They take one item then. */
static sw_ref find_pair(struct sw_tree *tree, struct sw_tree_frame *f, sw_ref leaf, bool waits)
{
    if (f->n_items - f->n_packed < LONG_LIST)
        return 0;
    const struct sw_tree_record *inside = sw_tree_only_work(tree, sw_tree_record(tree, leaf));
    struct sw_item last = waits ? *pattern(tree, f).at : *last_item(f);
    const struct sw_tree_record *before = sw_tree_record(tree, last.node);
    if (!inside || inside->count < MANY || last.count != 1 || before->kind != SW_NODE_WORK ||
        before->count < MANY)
        return 0;
    return pair_of(tree, last.node, leaf);
}

void sw_tree_push(struct sw_tree *tree, struct sw_tree_frame *f, sw_ref node)
{
    bool waits = is_behind_first(tree, f);
    if (!waits)
        sw_tree_write_out(tree, f);
    sw_ref pair = find_pair(tree, f, node, waits);
    if (waits && !pair)
        sw_tree_write_out(tree, f);
    else if (pair && !waits)
        drop_last(tree, f, 1);
    f->mode = SW_TREE_FREE;
    add(tree, f, (struct sw_item){pair ? pair : node, 1});
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
