/*
 * Equal nodes are one record. WORK is found by its length, in buckets of an eighth of an octave around it, since a
 * record takes in what is near to it; other nodes by their items, or, once the tree has to lose something, by
 * their work and span.
 */
#include "engine/tree_parts.h"

enum { LOOK_AT = 16 }; /* records of a bucket: beyond, a new one is cheaper */

static inline uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

/* Of an octave there are 1 << bits. */
static uint64_t bucket(uint64_t length, unsigned bits)
{
    if (length < 2u << bits)
        return length;
    unsigned octave = 63 - (unsigned)__builtin_clzll(length);
    return ((uint64_t)octave << bits) + (length >> (octave - bits));
}

/* How much alike subtrees are that are merged: 16, 8, 4, 2, 1 steps an octave, one for four octaves, all. */
static uint64_t quantum(const struct sw_tree *tree, uint64_t length)
{
    unsigned level = tree->level;
    if (level <= 5)
        return bucket(length, 5 - level);
    return level == 6 && length ? (63 - (unsigned)__builtin_clzll(length)) / 4 : 0;
}

static inline sw_ref *head(const struct sw_tree *tree, uint64_t hash)
{
    return &tree->heads[hash & (tree->n_heads - 1)];
}

/* A bucket of WORK: by the first length that was in it. */
static uint64_t work_bucket(const struct sw_tree *tree, uint64_t length)
{
    if (tree->level > 1)
        return quantum(tree, length);
    return length <= tree->grain ? 0 : bucket(length, 3);
}

static uint64_t work_hash(uint32_t site, uint64_t bucket_number)
{
    return mix(mix(site, bucket_number), SW_NODE_WORK);
}

static uint64_t header_hash(const struct sw_tree_record *r)
{
    uint64_t h =
        mix((uint64_t)r->kind | (uint64_t)r->schedule << 8 | (uint64_t)r->flags << 16, r->site);
    return mix(h, r->kind == SW_NODE_GROUP ? 0 : r->detail);
}

/* Groups are never merged: what is in them is. */
static bool is_by_figures(const struct sw_tree *tree, const struct sw_tree_record *r)
{
    return tree->level && r->kind != SW_NODE_GROUP;
}

static uint64_t record_hash(const struct sw_tree *tree, const struct sw_tree_record *r,
                            const struct sw_tree_view *items)
{
    uint64_t h = header_hash(r);
    if (is_by_figures(tree, r))
        return mix(mix(h, quantum(tree, r->work)), quantum(tree, r->span));
    for (uint32_t i = 0; i < items->n; i++) {
        struct sw_item item = sw_tree_viewed(items, i);
        h = mix(h, (uint64_t)item.node << 32 | item.count);
    }
    return h;
}

void sw_tree_chain(struct sw_tree *tree, struct sw_tree_record *r)
{
    struct sw_tree_view items = {sw_tree_items(r), 1, sw_tree_n_items(r)};
    uint64_t hash = r->kind == SW_NODE_WORK ? work_hash(r->site, work_bucket(tree, r->low))
                                            : record_hash(tree, r, &items);
    sw_ref *to = head(tree, hash);
    r->next = *to;
    *to = sw_tree_ref(tree, r);
}

void sw_tree_clear_dictionary(struct sw_tree *tree)
{
    for (uint32_t i = 0; i < tree->n_heads; i++)
        tree->heads[i] = 0;
}

static void heads_grow(struct sw_tree *tree)
{
    sw_tree_clear_dictionary(tree);
    tree->n_heads *= 2;
    for (uint32_t at = tree->first; at < tree->end;) {
        struct sw_tree_record *r = sw_tree_record(tree, at);
        at += sw_tree_words_of(r);
        sw_tree_chain(tree, r);
    }
}

void sw_tree_enter(struct sw_tree *tree, struct sw_tree_record *record)
{
    sw_tree_chain(tree, record);
    if (++tree->n_records > tree->n_heads && tree->n_heads < tree->most_heads)
        heads_grow(tree);
}

/* What is found comes first from then on: so those that are there already grow, and others stay few. */
static sw_ref work_in(struct sw_tree *tree, uint32_t site, uint64_t number, uint64_t length)
{
    sw_ref *first = head(tree, work_hash(site, number));
    struct sw_tree_record *before = NULL;
    sw_ref ref = *first;
    for (int i = 0; ref && i < LOOK_AT; i++) {
        struct sw_tree_record *r = sw_tree_record(tree, ref);
        if (r->kind == SW_NODE_WORK && r->site == site && sw_tree_fits(r, length, tree->grain)) {
            if (before) {
                before->next = r->next;
                r->next = *first;
                *first = ref;
            }
            return ref;
        }
        before = r;
        ref = r->next;
    }
    return 0;
}

/* In its own bucket, or in those whose records may reach to it. */
static sw_ref known_work(struct sw_tree *tree, uint32_t site, uint64_t length)
{
    uint64_t reach = (length >> 3) + tree->grain;
    uint64_t own = work_bucket(tree, length);
    uint64_t low = work_bucket(tree, length > reach ? length - reach : 0);
    uint64_t high = work_bucket(tree, length + reach);
    sw_ref found = work_in(tree, site, own, length);
    for (uint64_t i = low; !found && i <= high; i++)
        if (i != own)
            found = work_in(tree, site, i, length);
    return found;
}

/* One of its quantum, however far from it: sums stay exact. */
sw_ref sw_tree_find_quantum(struct sw_tree *tree, uint32_t site, uint64_t length)
{
    uint64_t wanted = work_bucket(tree, length);
    sw_ref ref = *head(tree, work_hash(site, wanted));
    for (; ref; ref = sw_tree_record(tree, ref)->next) {
        struct sw_tree_record *r = sw_tree_record(tree, ref);
        if (r->kind == SW_NODE_WORK && r->site == site && work_bucket(tree, r->low) == wanted)
            break;
    }
    return ref;
}

/* What that does is counted. */
static sw_ref merge_work(struct sw_tree *tree, uint32_t site, uint64_t length)
{
    sw_ref ref = sw_tree_find_quantum(tree, site, length);
    if (!ref)
        return 0;
    uint64_t mean = sw_tree_work_of(sw_tree_record(tree, ref));
    tree->measure.merged += mean != length;
    tree->measure.moved += mean > length ? mean - length : length - mean;
    return ref;
}

sw_ref sw_tree_find_work(struct sw_tree *tree, uint32_t site, uint64_t length)
{
    sw_ref ref = tree->level > 1 ? merge_work(tree, site, length) : known_work(tree, site, length);
    if (ref) {
        uint64_t low = sw_tree_record(tree, ref)->low;
        sw_tree_absorb(sw_tree_record(tree, ref), length);
        if (tree->level > 1) /* which says what bucket it is in */
            sw_tree_record(tree, ref)->low = low;
        return ref;
    }
    ref = tree->end;
    struct sw_tree_record *r = sw_tree_record(tree, ref);
    *r = (struct sw_tree_record){.kind = SW_NODE_WORK, .site = site};
    r->low = r->high = r->sum = length;
    r->count = 1;
    tree->end += sw_tree_words_of(r);
    sw_tree_enter(tree, r);
    return ref;
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

/* `r` is complete, and not in the dictionary. 0: nothing is like it. */
sw_ref sw_tree_find_like(struct sw_tree *tree, const struct sw_tree_record *r,
                         const struct sw_tree_view *items)
{
    bool by_figures = is_by_figures(tree, r);
    sw_ref ref = *head(tree, record_hash(tree, r, items));
    for (; ref; ref = sw_tree_record(tree, ref)->next) {
        struct sw_tree_record *other = sw_tree_record(tree, ref);
        if (other->kind == SW_NODE_WORK || !is_same_header(other, r))
            continue;
        if (by_figures ? quantum(tree, other->work) == quantum(tree, r->work) &&
                             quantum(tree, other->span) == quantum(tree, r->span)
                       : sw_tree_has_items(other, items))
            return ref;
    }
    return 0;
}

sw_ref sw_tree_find_record(struct sw_tree *tree, const struct sw_tree_record *like,
                           const struct sw_tree_view *items)
{
    sw_ref ref = tree->end;
    struct sw_tree_record *r = sw_tree_record(tree, ref);
    if (!is_by_figures(tree, like)) {
        sw_ref found = sw_tree_find_like(tree, like, items);
        if (found)
            return found;
    }
    *r = *like;
    r->n_items = items->n;
    for (uint32_t i = 0; i < items->n; i++)
        sw_tree_items(r)[i] = sw_tree_viewed(items, i);
    sw_tree_figure(tree, r);
    if (is_by_figures(tree, like)) {
        sw_ref found = sw_tree_find_like(tree, r, items);
        if (found) {
            struct sw_tree_record *other = sw_tree_record(tree, found);
            int64_t more = (int64_t)(r->work - other->work);
            if (!sw_tree_has_items(other, items)) {
                other->extra += more;
                tree->measure.merged++;
                tree->measure.moved += (uint64_t)(more < 0 ? -more : more);
            }
            return found;
        }
    }
    tree->end += sw_tree_words_of(r);
    sw_tree_enter(tree, r);
    return ref;
}
