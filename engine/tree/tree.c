/*
 * An open node is a frame; one in which nothing has come yet is only pending, for most are leaves. When a node
 * ends it is looked for where it was expected, else in the dictionary, and becomes an item of the one
 * around it. The usual event, one more leaf of a run, is three comparisons and some sums.
 */
#include "engine/tree/parts.h"

enum { LEAST_BYTES = 1 << 16, LEAST_PACK = 64, MOST_PACK = 2048, FIRST_HEADS = 128, TIGHT = 64 };

/* `model` is what it will probably be; NULL: not known. */
static void push_frame(struct sw_tree *tree, struct sw_tree_key key,
                       const struct sw_tree_record *model)
{
    tree->top -= SW_TREE_FRAME_WORDS;
    struct sw_tree_frame *f = (struct sw_tree_frame *)(tree->words + tree->top);
    f->kind = (uint8_t)key.kind;
    f->schedule = (uint8_t)key.schedule;
    f->mode = model ? SW_TREE_FOLLOWS : SW_TREE_FREE;
    f->site = key.site;
    f->detail = key.detail;
    f->outer = tree->frame;
    f->expect = model ? sw_tree_ref(tree, model) : 0;
    f->n_items = f->n_packed = f->last_group = f->at = f->repeat = 0;
    tree->frame = tree->top;
    tree->depth++;
}

/* A power of two of them, in so many bytes. */
static uint64_t most_of(uint64_t bytes, size_t size)
{
    uint64_t n = FIRST_HEADS;
    while (n * size * 2 <= bytes)
        n *= 2;
    return n;
}

struct sw_tree *sw_tree_make(struct sw_arena *arena, uint64_t bound)
{
    bound = (bound < UINT32_MAX * 8ull ? bound : UINT32_MAX * 8ull) & ~63ull;
    if (bound < LEAST_BYTES)
        return NULL;
    struct sw_tree *tree = sw_arena_take(arena, bound);
    if (!tree)
        return NULL;
    uint64_t heads = most_of(bound / 64, sizeof(sw_ref)), pack = bound / 4096;
    uint64_t entries = most_of(bound / 16, sizeof(uint32_t));
    tree->words = (sw_tree_word *)tree;
    tree->n_words = tree->top = tree->lowest_top = (uint32_t)(bound / 8);
    tree->heads = (sw_ref *)(tree + 1);
    tree->n_heads = FIRST_HEADS;
    tree->most_heads = (uint32_t)heads;
    tree->entries = tree->heads + heads;
    tree->ref_bits = UINT32_MAX >> __builtin_clz(tree->n_words);
    tree->n_entries = FIRST_HEADS;
    tree->most_entries = (uint32_t)entries;
    tree->first = tree->end = (uint32_t)((sw_tree_word *)(tree->entries + entries) - tree->words);
    tree->pack = (uint32_t)(pack < LEAST_PACK ? LEAST_PACK : pack > MOST_PACK ? MOST_PACK : pack);
    tree->reserve = 8 * tree->pack + 256;
    push_frame(tree, (struct sw_tree_key){.kind = SW_NODE_CALL, .site = SW_TREE_ROOT_SITE}, NULL);
    return tree;
}

void sw_tree_set_grain(struct sw_tree *tree, uint64_t grain)
{
    tree->grain = grain;
}

/* Of an event that is not the usual one. False: it is not recorded. */
static bool begin(struct sw_tree *tree)
{
    sw_tree_end_hot(tree);
    tree->lowest_top = tree->top < tree->lowest_top ? tree->top : tree->lowest_top;
    tree->highest_end = tree->end > tree->highest_end ? tree->end : tree->highest_end;
    return tree->top - tree->end >= tree->reserve || sw_tree_make_room(tree);
}

static inline sw_ref *recent(struct sw_tree *tree, uint32_t kind, uint32_t site)
{
    return &tree->recent[(site * 8u + kind) % SW_TREE_RECENT];
}

static bool is_like(const struct sw_tree_record *r, struct sw_tree_key key)
{
    return r && r->kind == key.kind && r->site == key.site && r->detail == key.detail &&
           r->schedule == key.schedule;
}

/* What a node that begins will probably be. NULL: not known. */
static struct sw_tree_record *model(struct sw_tree *tree, const struct sw_tree_frame *f,
                                    struct sw_tree_key key)
{
    struct sw_tree_record *r = sw_tree_expected(tree, f);
    if (is_like(r, key))
        return r;
    sw_ref last = *recent(tree, key.kind, key.site);
    r = last ? sw_tree_record(tree, last) : NULL;
    return is_like(r, key) ? r : NULL;
}

/*
 * Work in front of a node that begins as `next`, or at the end. Where there was some before, what a clock sees as nothing is
 * a piece as well: else shapes would differ by chance.
 */
static bool is_piece(struct sw_tree *tree, struct sw_tree_key in, struct sw_tree_key next,
                     uint64_t length)
{
    uint32_t place = (in.site * 8u + in.kind) * 31u + next.site * 8u + next.kind;
    uint8_t *seen = &tree->worked[place % SW_TREE_RECENT];
    if (length && length <= tree->grain)
        *seen = 1;
    return length || (tree->grain && *seen);
}

static void add_work(struct sw_tree *tree, struct sw_tree_frame *f, struct sw_tree_key next,
                     uint64_t length)
{
    if (!is_piece(tree, (struct sw_tree_key){f->kind, f->site, 0, 0}, next, length))
        return;
    struct sw_tree_record *r = sw_tree_expected(tree, f);
    tree->measure.recorded++;
    tree->total += length;
    if (r && r->kind == SW_NODE_WORK && sw_tree_fits(r, length, tree->grain)) {
        sw_tree_absorb(r, length);
        sw_tree_came(tree, f);
        return;
    }
    sw_tree_push(tree, f, sw_tree_find_work(tree, f->site, length));
}

/* A node of it is complete. */
static void add_node(struct sw_tree *tree, struct sw_tree_frame *f, struct sw_tree_record *r)
{
    *recent(tree, r->kind, r->site) = sw_tree_ref(tree, r);
    tree->measure.recorded++;
    if (sw_tree_expected(tree, f) == r)
        sw_tree_came(tree, f);
    else
        sw_tree_push(tree, f, sw_tree_ref(tree, r));
}

/* All of it is in the innermost one that is recorded. */
static void lose(struct sw_tree *tree, uint64_t cost)
{
    tree->passed += cost;
    tree->measure.lost++;
}

/* The pending one is no leaf. */
static __attribute__((noinline)) void open_pending(struct sw_tree *tree)
{
    struct sw_tree_key key = sw_tree_key_of(tree->pending);
    tree->pending.place = 0;
    if (!begin(tree) || tree->depth >= SW_TREE_DEEPEST) {
        lose(tree, tree->before);
        tree->lost_depth++;
        return;
    }
    struct sw_tree_frame *f = sw_tree_innermost(tree);
    add_work(tree, f, key, tree->before);
    push_frame(tree, key, model(tree, f, key));
    sw_tree_arrive(tree, sw_tree_innermost(tree));
}

static bool takes(struct sw_tree *tree, const struct sw_tree_record *leaf, uint64_t inside)
{
    struct sw_tree_record *work = leaf && !leaf->flags ? sw_tree_only_work(tree, leaf) : NULL;
    if (!work || (!inside && !tree->grain) || sw_tree_is_far(work, inside, tree->grain) ||
        !sw_tree_fits(work, inside, tree->grain))
        return false;
    sw_tree_absorb(work, inside);
    return true;
}

static struct sw_tree_record *find_leaf(struct sw_tree *tree, struct sw_tree_frame *f,
                                        struct sw_tree_key key, uint64_t inside)
{
    struct sw_tree_record *r = model(tree, f, key);
    sw_ref *cached = sw_tree_near(tree->leaves, key.site * 8u + key.kind, inside);
    bool has_work = is_piece(tree, key, (struct sw_tree_key){0}, inside);
    tree->measure.recorded += has_work;
    if (takes(tree, r, inside))
        return r;
    r = *cached ? sw_tree_record(tree, *cached) : NULL;
    if (is_like(r, key) && takes(tree, r, inside))
        return r;
    struct sw_tree_record like = {
        .kind = (uint8_t)key.kind, .schedule = (uint8_t)key.schedule, .site = key.site};
    struct sw_item item = {has_work ? sw_tree_find_work(tree, key.site, inside) : 0, 1};
    struct sw_tree_view items = {&item, 1, has_work};
    like.detail = key.detail;
    like.n_items = items.n;
    *cached = sw_tree_find_record(tree, &like, &items);
    return sw_tree_record(tree, *cached);
}

static __attribute__((noinline)) void add_leaf(struct sw_tree *tree, struct sw_tree_kept kept,
                                               uint64_t before, uint64_t inside)
{
    struct sw_tree_key key = sw_tree_key_of(kept);
    if (!begin(tree) || tree->depth >= SW_TREE_DEEPEST) {
        lose(tree, before + inside);
        return;
    }
    struct sw_tree_frame *f = sw_tree_innermost(tree);
    add_work(tree, f, key, before);
    struct sw_tree_record *r = find_leaf(tree, f, key, inside);
    tree->total += inside;
    add_node(tree, f, r);
    sw_tree_set_hot(tree, f);
}

void sw_tree_leaf(struct sw_tree *tree, enum sw_node_kind kind, uint32_t site, uint32_t detail,
                  uint64_t before, uint64_t inside)
{
    struct sw_tree_kept key =
        sw_tree_keep((struct sw_tree_key){kind, site, detail, SW_SECTION_ANY});
    if (tree->pending.place)
        open_pending(tree);
    if (tree->lost_depth) {
        lose(tree, before + inside);
        return;
    }
    before += tree->passed;
    tree->passed = 0;
    if (!sw_tree_add_hot(tree, key, before, inside))
        add_leaf(tree, key, before, inside);
}

void sw_tree_open(struct sw_tree *tree, enum sw_node_kind kind, uint32_t site, uint32_t detail,
                  enum sw_section_schedule schedule, uint64_t cost)
{
    if (tree->pending.place)
        open_pending(tree);
    if (tree->lost_depth) {
        lose(tree, cost);
        tree->lost_depth++;
        return;
    }
    tree->pending = sw_tree_keep((struct sw_tree_key){kind, site, detail, schedule});
    tree->before = tree->passed + cost;
    tree->passed = 0;
}

/* A model that was followed all the way, or what the list has become. */
static struct sw_tree_record *complete(struct sw_tree *tree, struct sw_tree_frame *f,
                                       unsigned flags)
{
    if (f->mode == SW_TREE_FOLLOWS) {
        struct sw_tree_record *r = sw_tree_record(tree, f->expect);
        if (f->at == r->n_items && r->flags == flags)
            return r;
        if (tree->top - tree->end < r->n_items + TIGHT) {
            tree->measure.lost++;
            return r;
        }
    }
    sw_tree_write_out(tree, f);
    struct sw_tree_record like = {
        .kind = f->kind, .schedule = f->schedule, .flags = (uint8_t)flags, .site = f->site};
    struct sw_tree_view items = sw_tree_view_list(f, 0, f->n_items);
    like.detail = f->detail;
    like.n_items = f->n_items;
    return sw_tree_record(tree, sw_tree_find_record(tree, &like, &items));
}

/* There always is room for it: a frame with its items takes more than a record. */
void sw_tree_close_frame(struct sw_tree *tree, unsigned flags)
{
    begin(tree);
    struct sw_tree_frame *f = sw_tree_innermost(tree);
    if (tree->top - tree->end >= TIGHT) { /* else it goes to the one around it */
        add_work(tree, f, (struct sw_tree_key){0}, tree->passed);
        tree->passed = 0;
    }
    struct sw_tree_record *r = complete(tree, f, flags);
    tree->top = tree->frame + SW_TREE_FRAME_WORDS;
    tree->frame = f->outer;
    tree->depth--;
    if (tree->frame)
        add_node(tree, sw_tree_innermost(tree), r);
}

void sw_tree_close(struct sw_tree *tree, unsigned flags, uint64_t cost)
{
    struct sw_tree_kept key = tree->pending;
    uint64_t inside = tree->passed + cost;
    if (key.place && !flags) {
        tree->pending.place = 0;
        tree->passed = 0;
        if (!sw_tree_add_hot(tree, key, tree->before, inside))
            add_leaf(tree, key, tree->before, inside);
        return;
    }
    tree->passed = inside;
    if (key.place)
        open_pending(tree);
    if (tree->lost_depth)
        tree->lost_depth--;
    else if (tree->depth > 1)
        sw_tree_close_frame(tree, flags);
}

void sw_tree_pass(struct sw_tree *tree, uint64_t cost)
{
    tree->passed += cost;
}

unsigned sw_tree_depth(const struct sw_tree *tree)
{
    return (unsigned)(tree->depth - 1 + (tree->pending.place != 0) + tree->lost_depth);
}
