/*
 * When memory is used up: what has to be lost is lost a little at a time. First the order in packed groups, then what
 * tells subtrees of one place apart that have nearly the same work and span, more at each step. What
 * nobody has any more goes, and what is left moves together. All by passes over the records, without other memory:
 *
 *   how often each node occurs (owners first), so that the work of those that are merged is known;
 *   merge (items first): each becomes itself or another one, by its `number`;
 *   what is still needed is marked (owners first), gets its new place, and moves there.
 *
 * What an open node has a position in must keep its items: it is pinned.
 */
#include "engine/tree/parts.h"

enum { LEVELS = 7 };

struct sw_tree_record *sw_tree_link_back(struct sw_tree *tree)
{
    struct sw_tree_record *last = NULL;
    for (struct sw_tree_record *r = sw_tree_first(tree); r; r = sw_tree_after(tree, r)) {
        r->next = last ? sw_tree_ref(tree, last) : 0;
        last = r;
    }
    return last;
}

void sw_tree_mark_items(struct sw_tree *tree, struct sw_tree_record *last)
{
    for (struct sw_tree_record *r = last; r; r = sw_tree_before(tree, r))
        for (uint32_t i = 0; r->state & SW_RECORD_MARKED && i < sw_tree_n_items(r); i++)
            sw_tree_record(tree, sw_tree_items(r)[i].node)->state |= SW_RECORD_MARKED;
}

static struct sw_tree_frame *outside(const struct sw_tree *tree, const struct sw_tree_frame *f)
{
    return f->outer ? (struct sw_tree_frame *)(tree->words + f->outer) : NULL;
}

static bool has_position(const struct sw_tree_frame *f)
{
    return f->mode != SW_TREE_FREE && (f->at || f->repeat);
}

/* While they are counted, `span` is how often a node occurs. */
static void occur(struct sw_tree *tree, sw_ref node, uint64_t times)
{
    struct sw_tree_record *r = sw_tree_record(tree, node);
    if (r->kind != SW_NODE_WORK)
        r->span += times;
}

static void count_open(struct sw_tree *tree, struct sw_tree_frame *f)
{
    for (uint32_t i = 0; i < f->n_items; i++)
        occur(tree, sw_tree_listed(f, i)->node, sw_tree_listed(f, i)->count);
    if (!has_position(f))
        return;
    struct sw_tree_record *r = sw_tree_record(tree, f->expect);
    r->state |= SW_RECORD_PINNED;
    for (uint32_t i = 0; i < f->at; i++)
        occur(tree, sw_tree_items(r)[i].node, sw_tree_items(r)[i].count);
    if (f->repeat)
        occur(tree, sw_tree_items(r)[f->at].node, f->repeat);
}

static void count_occurrences(struct sw_tree *tree)
{
    struct sw_tree_record *last = sw_tree_link_back(tree);
    for (struct sw_tree_record *r = last; r; r = sw_tree_before(tree, r))
        if (r->kind != SW_NODE_WORK)
            r->span = 0;
    for (struct sw_tree_frame *f = sw_tree_innermost(tree); f; f = outside(tree, f))
        count_open(tree, f);
    for (struct sw_tree_record *r = last; r; r = sw_tree_before(tree, r))
        for (uint32_t i = 0; i < sw_tree_n_items(r); i++)
            occur(tree, sw_tree_items(r)[i].node, sw_tree_items(r)[i].count * r->span);
}

/* The record has fewer items now: what is behind them is nothing. */
static void shorten(struct sw_tree_record *r, uint32_t n)
{
    struct sw_tree_record *behind = (struct sw_tree_record *)(sw_tree_items(r) + n);
    uint32_t words = r->n_items - n;
    r->n_items = n;
    if (words) {
        behind->kind = SW_NODE_NONE;
        behind->site = words;
    }
}

/* Items become what they were merged into; those next to each other that are one node now are one. */
static void renew_items(struct sw_tree *tree, struct sw_tree_record *r)
{
    struct sw_item *items = sw_tree_items(r);
    bool joins = !(r->state & SW_RECORD_PINNED);
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n_items; i++) {
        struct sw_item item = {sw_tree_record(tree, items[i].node)->number, items[i].count};
        if (joins && n && items[n - 1].node == item.node &&
            items[n - 1].count <= UINT32_MAX - item.count)
            items[n - 1].count += item.count;
        else
            items[n++] = item;
    }
    shorten(r, n);
}

static void merge_work(struct sw_tree *tree, struct sw_tree_record *r)
{
    sw_ref found = tree->level > 1 ? sw_tree_find_quantum(tree, r->site, r->low) : 0;
    if (!found) {
        sw_tree_enter(tree, r);
        return;
    }
    struct sw_tree_record *other = sw_tree_record(tree, found);
    uint64_t mean = sw_tree_work_of(other), own = sw_tree_work_of(r);
    tree->measure.merged += r->count;
    tree->measure.moved += r->count * (mean > own ? mean - own : own - mean);
    other->sum += r->sum;
    other->count += r->count;
    other->high = r->high > other->high ? r->high : other->high;
    r->number = found;
}

static void merge_record(struct sw_tree *tree, struct sw_tree_record *r)
{
    uint64_t occurs = r->span;
    renew_items(tree, r);
    sw_tree_figure(tree, r);
    struct sw_tree_view items = {sw_tree_items(r), 1, r->n_items};
    sw_ref found = r->state & SW_RECORD_PINNED ? 0 : sw_tree_find_like(tree, r, &items);
    if (!found) {
        sw_tree_enter(tree, r);
        return;
    }
    struct sw_tree_record *other = sw_tree_record(tree, found);
    int64_t more = (int64_t)(r->work - other->work);
    other->extra += r->kind == SW_NODE_GROUP ? 0 : r->extra;
    if (!sw_tree_has_items(other, &items)) {
        other->extra += more * (int64_t)occurs;
        tree->measure.merged += occurs;
        tree->measure.moved += occurs * (uint64_t)(more < 0 ? -more : more);
    }
    r->number = found;
}

/* Items and what is expected, of all open nodes: by the numbers that records have now. */
static void renew_open(struct sw_tree *tree)
{
    for (struct sw_tree_frame *f = sw_tree_innermost(tree); f; f = outside(tree, f)) {
        for (uint32_t i = 0; i < f->n_items; i++) {
            struct sw_item *item = sw_tree_listed(f, i);
            item->node = sw_tree_record(tree, item->node)->number;
        }
        if (f->mode != SW_TREE_FREE)
            f->expect = sw_tree_record(tree, f->expect)->number;
    }
}

static void merge(struct sw_tree *tree)
{
    sw_tree_clear_dictionary(tree);
    for (struct sw_tree_record *r = sw_tree_first(tree); r; r = sw_tree_after(tree, r)) {
        r->number = sw_tree_ref(tree, r);
        if (r->kind == SW_NODE_WORK)
            merge_work(tree, r);
        else
            merge_record(tree, r);
    }
    renew_open(tree);
}

/* Packed groups, but not those of packed groups. */
static void shuffle(struct sw_tree *tree)
{
    for (struct sw_tree_record *r = sw_tree_first(tree); r; r = sw_tree_after(tree, r)) {
        if (r->kind != SW_NODE_GROUP || !(r->state & SW_RECORD_PACKED) ||
            sw_tree_record(tree, sw_tree_items(r)->node)->state & SW_RECORD_PACKED)
            continue;
        sw_tree_note_window(tree, r);
        r->flags |= SW_NODE_SHUFFLED;
        shorten(r, sw_tree_shuffle(tree, sw_tree_items(r), 1, r->n_items));
    }
}

static void mark(struct sw_tree *tree)
{
    struct sw_tree_record *last = sw_tree_link_back(tree);
    for (struct sw_tree_frame *f = sw_tree_innermost(tree); f; f = outside(tree, f)) {
        for (uint32_t i = 0; i < f->n_items; i++)
            sw_tree_record(tree, sw_tree_listed(f, i)->node)->state |= SW_RECORD_MARKED;
        if (f->mode != SW_TREE_FREE)
            sw_tree_record(tree, f->expect)->state |= SW_RECORD_MARKED;
    }
    sw_tree_mark_items(tree, last);
}

/* Numbers become the places where the marked ones will be. */
static void place(struct sw_tree *tree)
{
    uint32_t to = tree->first;
    for (struct sw_tree_record *r = sw_tree_first(tree); r; r = sw_tree_after(tree, r)) {
        if (!(r->state & SW_RECORD_MARKED))
            continue;
        r->number = to;
        to += sw_tree_words_of(r);
    }
    for (struct sw_tree_record *r = sw_tree_first(tree); r; r = sw_tree_after(tree, r))
        for (uint32_t i = 0; r->state & SW_RECORD_MARKED && i < sw_tree_n_items(r); i++) {
            struct sw_item *item = &sw_tree_items(r)[i];
            item->node = sw_tree_record(tree, item->node)->number;
        }
    renew_open(tree);
}

static void move(struct sw_tree *tree)
{
    uint32_t to = tree->first;
    sw_tree_clear_dictionary(tree);
    for (struct sw_tree_record *r = sw_tree_first(tree), *next; r; r = next) {
        uint32_t at = sw_tree_ref(tree, r), words = sw_tree_words_of(r);
        next = sw_tree_after(tree, r);
        if (!(r->state & SW_RECORD_MARKED))
            continue;
        for (uint32_t i = 0; i < words && to != at; i++)
            tree->words[to + i] = tree->words[at + i];
        r = sw_tree_record(tree, to);
        r->state &= (uint8_t) ~(SW_RECORD_MARKED | SW_RECORD_PINNED);
        sw_tree_enter(tree, r);
        to += words;
    }
    tree->end = tree->tidied_end = to;
}

static void tidy(struct sw_tree *tree)
{
    for (uint32_t i = 0; i < SW_TREE_RECENT; i++)
        tree->recent[i] = tree->leaves[i] = tree->works[i] = 0;
    count_occurrences(tree);
    merge(tree);
    shuffle(tree);
    mark(tree);
    place(tree);
    move(tree);
}

/* Groups that became one leave something behind: that goes first. Then more is lost each time, up to the last level;
 * where all is open nodes, or of other places, passing over it again and again would gain nothing. */
bool sw_tree_make_room(struct sw_tree *tree)
{
    uint32_t enough = tree->n_words / 8;
    if (tree->shuffles && tree->end - tree->tidied_end > tree->n_words / 16)
        tidy(tree);
    while (tree->top - tree->end < enough && tree->level < LEVELS) {
        tree->level += tree->shuffles;
        tree->shuffles = true;
        tidy(tree);
    }
    return tree->top - tree->end >= tree->reserve;
}
