/*
 * Equal nodes are one record: those with equal items, or, once the tree has to lose something, of the same work
 * and span. They are found in a table that has some bits of their hashes as well, since most of a
 * large tree is in no cache.
 */
#include "engine/tree/parts.h"

static uint64_t header_hash(const struct sw_tree_record *r)
{
    uint64_t h = sw_tree_mix(
        (uint64_t)r->kind | (uint64_t)r->schedule << 8 | (uint64_t)r->flags << 16, r->site);
    return sw_tree_mix(h, r->kind == SW_NODE_GROUP ? 0 : r->detail);
}

/* Groups are never merged: what is in them is. */
static bool is_by_figures(const struct sw_tree *tree, const struct sw_tree_record *r)
{
    return tree->level && r->kind != SW_NODE_GROUP;
}

static uint32_t record_hash(const struct sw_tree *tree, const struct sw_tree_record *r,
                            const struct sw_tree_view *items)
{
    uint64_t h = header_hash(r);
    if (is_by_figures(tree, r))
        return (uint32_t)sw_tree_mix(sw_tree_mix(h, sw_tree_quantum(tree, r->work)),
                                     sw_tree_quantum(tree, r->span));
    for (uint32_t i = 0; i < items->n; i++) {
        struct sw_item item = sw_tree_viewed(items, i);
        h = sw_tree_mix(h, (uint64_t)item.node << 32 | item.count);
    }
    return (uint32_t)h;
}

static inline uint32_t slot(const struct sw_tree *tree, uint32_t at)
{
    return at & (tree->n_entries - 1);
}

/* If there is room; without, what equals it later is not found. */
static void enter_node(struct sw_tree *tree, struct sw_tree_record *r, uint32_t hash)
{
    uint32_t at = slot(tree, hash);
    r->next = 0;
    if (tree->n_entered >= tree->n_entries - tree->n_entries / 8)
        return;
    while (tree->entries[at])
        at = slot(tree, at + 1);
    tree->entries[at] = sw_tree_ref(tree, r) | (hash & ~tree->ref_bits);
    tree->n_entered++;
}

void sw_tree_enter(struct sw_tree *tree, struct sw_tree_record *r)
{
    struct sw_tree_view items = {sw_tree_items(r), 1, sw_tree_n_items(r)};
    if (r->kind == SW_NODE_WORK)
        sw_tree_enter_work(tree, r);
    else
        enter_node(tree, r, record_hash(tree, r, &items));
}

void sw_tree_clear_dictionary(struct sw_tree *tree)
{
    for (uint32_t i = 0; i < tree->n_heads; i++)
        tree->heads[i] = 0;
    for (uint32_t i = 0; i < tree->n_entries; i++)
        tree->entries[i] = 0;
    tree->n_works = tree->n_entered = 0;
}

static uint32_t larger(uint32_t n, uint32_t most)
{
    return n < most / 4 ? n * 4 : most;
}

void sw_tree_grow_dictionary(struct sw_tree *tree)
{
    bool heads = tree->n_works > tree->n_heads && tree->n_heads < tree->most_heads;
    bool entries = tree->n_entered > tree->n_entries / 2 && tree->n_entries < tree->most_entries;
    if (!heads && !entries)
        return;
    sw_tree_clear_dictionary(tree);
    if (heads)
        tree->n_heads = larger(tree->n_heads, tree->most_heads);
    if (entries)
        tree->n_entries = larger(tree->n_entries, tree->most_entries);
    for (struct sw_tree_record *r = sw_tree_first(tree); r; r = sw_tree_after(tree, r))
        sw_tree_enter(tree, r);
}

uint64_t sw_tree_work_of(const struct sw_tree_record *r)
{
    if (r->kind != SW_NODE_WORK)
        return r->work;
    return r->count ? r->sum / r->count : 0;
}

static uint64_t span_of(const struct sw_tree_record *r)
{
    return r->kind == SW_NODE_WORK ? sw_tree_work_of(r) : r->span;
}

/* Where a section's maker stands, and where the last of the tasks so far ends. */
static void pass_section(const struct sw_tree *tree, const struct sw_tree_record *r, uint64_t *at,
                         uint64_t *end)
{
    for (uint32_t i = 0; i < r->n_items; i++) {
        struct sw_item item = sw_tree_items(r)[i];
        const struct sw_tree_record *node = sw_tree_record(tree, item.node);
        uint64_t before = *at, ends = 0;
        if (node->kind == SW_NODE_TASK) {
            ends = *at + node->span;
        } else if (node->kind == SW_NODE_GROUP) {
            pass_section(tree, node, at, &ends);
            uint64_t once = *at - before;
            *at += (item.count - 1) * once;
            ends += ends ? (item.count - 1) * once : 0;
        } else {
            *at += item.count * span_of(node);
        }
        *end = ends > *end ? ends : *end;
    }
}

void sw_tree_figure(const struct sw_tree *tree, struct sw_tree_record *r)
{
    uint64_t at = 0, end = 0;
    r->work = r->span = 0;
    for (uint32_t i = 0; i < r->n_items; i++) {
        struct sw_item item = sw_tree_items(r)[i];
        const struct sw_tree_record *node = sw_tree_record(tree, item.node);
        r->work += item.count * sw_tree_work_of(node);
        r->span += item.count * span_of(node);
    }
    if (r->kind != SW_NODE_SECTION)
        return;
    pass_section(tree, r, &at, &end);
    r->span = at > end ? at : end;
}

bool sw_tree_has_items(const struct sw_tree_record *r, const struct sw_tree_view *items)
{
    if (r->n_items != items->n)
        return false;
    for (uint32_t i = 0; i < items->n; i++) {
        struct sw_item a = sw_tree_items(r)[i], b = sw_tree_viewed(items, i);
        if (a.node != b.node || a.count != b.count)
            return false;
    }
    return true;
}

static bool is_same_header(const struct sw_tree_record *a, const struct sw_tree_record *b)
{
    return a->kind == b->kind && a->site == b->site && a->schedule == b->schedule &&
           a->flags == b->flags && a->state == b->state &&
           (a->kind == SW_NODE_GROUP || a->detail == b->detail);
}

static sw_ref look_up(const struct sw_tree *tree, const struct sw_tree_record *r,
                      const struct sw_tree_view *items, uint32_t hash)
{
    bool by_figures = is_by_figures(tree, r);
    for (uint32_t at = slot(tree, hash); tree->entries[at]; at = slot(tree, at + 1)) {
        if ((tree->entries[at] ^ hash) & ~tree->ref_bits)
            continue;
        sw_ref ref = tree->entries[at] & tree->ref_bits;
        const struct sw_tree_record *other = sw_tree_record(tree, ref);
        if (is_same_header(other, r) &&
            (by_figures ? sw_tree_quantum(tree, other->work) == sw_tree_quantum(tree, r->work) &&
                              sw_tree_quantum(tree, other->span) == sw_tree_quantum(tree, r->span)
                        : sw_tree_has_items(other, items)))
            return ref;
    }
    return 0;
}

/* `r` is complete, and not in the dictionary. 0: nothing is like it. */
sw_ref sw_tree_find_like(struct sw_tree *tree, const struct sw_tree_record *r,
                         const struct sw_tree_view *items)
{
    return look_up(tree, r, items, record_hash(tree, r, items));
}

static void add_record(struct sw_tree *tree, struct sw_tree_record *r, uint32_t hash)
{
    tree->end += sw_tree_words_of(r);
    enter_node(tree, r, hash);
    sw_tree_grow_dictionary(tree);
}

void sw_tree_add_record(struct sw_tree *tree, struct sw_tree_record *r)
{
    struct sw_tree_view items = {sw_tree_items(r), 1, r->n_items};
    add_record(tree, r, record_hash(tree, r, &items));
}

/* Behind the last record, which it is not yet. */
static struct sw_tree_record *write_record(struct sw_tree *tree, const struct sw_tree_record *like,
                                           const struct sw_tree_view *items)
{
    struct sw_tree_record *r = sw_tree_record(tree, tree->end);
    *r = *like;
    r->n_items = items->n;
    for (uint32_t i = 0; i < items->n; i++)
        sw_tree_items(r)[i] = sw_tree_viewed(items, i);
    sw_tree_figure(tree, r);
    return r;
}

static sw_ref find_equal(struct sw_tree *tree, const struct sw_tree_record *like,
                         const struct sw_tree_view *items)
{
    uint32_t hash = record_hash(tree, like, items);
    sw_ref found = look_up(tree, like, items, hash);
    if (found)
        return found;
    struct sw_tree_record *r = write_record(tree, like, items);
    add_record(tree, r, hash);
    return sw_tree_ref(tree, r);
}

/* One of nearly the same work and span. */
static sw_ref find_alike(struct sw_tree *tree, const struct sw_tree_record *like,
                         const struct sw_tree_view *items)
{
    struct sw_tree_record *r = write_record(tree, like, items);
    uint32_t hash = record_hash(tree, r, items);
    sw_ref found = look_up(tree, r, items, hash);
    if (!found) {
        add_record(tree, r, hash);
        return sw_tree_ref(tree, r);
    }
    struct sw_tree_record *other = sw_tree_record(tree, found);
    int64_t more = (int64_t)(r->work - other->work);
    if (!sw_tree_has_items(other, items)) {
        other->extra += more;
        tree->measure.merged++;
        tree->measure.moved += (uint64_t)(more < 0 ? -more : more);
    }
    return found;
}

sw_ref sw_tree_find_record(struct sw_tree *tree, const struct sw_tree_record *like,
                           const struct sw_tree_view *items)
{
    return is_by_figures(tree, like) ? find_alike(tree, like, items)
                                     : find_equal(tree, like, items);
}
