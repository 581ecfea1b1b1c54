/*
 * A run of leaves, with or without work before each, or one that was there before in its place: the usual case, which
 * has to be cheap. While lengths are in the range that their WORK has already, it is enough to add them up, for as many
 * leaves as cannot move the mean too far, wherever in the range they are. Since the mean of many is hard to move, that
 * is looked at a few times only.
 */
#include "engine/tree/parts.h"

enum { WORTH_WINDOWS = 8 }; /* leaves in the run: of fewer, each is looked at */

/* So many of either end of the range and the mean is at its limit: 1/32 + 1/64 from the other end. */
static uint64_t allowed(const struct sw_tree_record *w, uint64_t grain)
{
    uint64_t slack = (w->high >> 5) + (w->high >> 6), mean = w->sum / w->count;
    uint64_t least = w->high - slack + (slack >> 4), most = w->low + (w->low >> 5) + (w->low >> 6);
    if (w->high - w->low <= grain || (w->low >= least && w->high <= most))
        return UINT32_MAX;
    if (mean <= least || mean >= most)
        return 0;
    uint64_t down = w->low >= least ? UINT32_MAX : (mean - least) * w->count / (least - w->low);
    uint64_t up = w->high <= most ? UINT32_MAX : (most - mean) * w->count / (w->high - most);
    return down < up ? down : up;
}

static void open_window(struct sw_tree_window *window, uint64_t grain, uint64_t *left)
{
    const struct sw_tree_record *w = window->work;
    if (!w)
        return;
    uint64_t n = allowed(w, grain);
    window->low = w->low;
    window->width = w->high - w->low;
    *left = n < *left ? n : *left;
}

static void open_windows(struct sw_tree *tree)
{
    struct sw_tree_hot *hot = &tree->hot;
    uint64_t left = hot->most - *hot->count;
    open_window(&hot->before, tree->grain, &left);
    open_window(&hot->inside, tree->grain, &left);
    hot->left = hot->allowed = left;
}

static void close_window(struct sw_tree *tree, struct sw_tree_window *window, uint64_t n)
{
    if (!window->work)
        return;
    window->work->sum += window->sum;
    window->work->count += n;
    tree->total += window->sum;
    tree->measure.recorded += n;
    window->sum = 0;
}

static void close_windows(struct sw_tree *tree)
{
    struct sw_tree_hot *hot = &tree->hot;
    uint64_t n = hot->allowed - hot->left;
    close_window(tree, &hot->before, n);
    close_window(tree, &hot->inside, n);
    *hot->count += (uint32_t)n;
    tree->measure.recorded += n;
    hot->allowed = hot->left = 0;
}

void sw_tree_end_hot(struct sw_tree *tree)
{
    if (!tree->hot.key.place)
        return;
    close_windows(tree);
    tree->hot.key.place = 0;
}

static bool may_add(const struct sw_tree *tree, const struct sw_tree_window *window,
                    uint64_t length)
{
    return window->work ? sw_tree_fits(window->work, length, tree->grain) : !length;
}

/* A leaf of the run that has not fitted into the windows may still be one. */
bool sw_tree_widen_hot(struct sw_tree *tree, uint64_t before, uint64_t inside)
{
    struct sw_tree_hot *hot = &tree->hot;
    close_windows(tree);
    if (*hot->count == hot->most || !may_add(tree, &hot->before, before) ||
        !may_add(tree, &hot->inside, inside))
        return false;
    if (hot->before.work)
        sw_tree_absorb(hot->before.work, before);
    sw_tree_absorb(hot->inside.work, inside);
    ++*hot->count;
    tree->measure.recorded += hot->before.work ? 3 : 2;
    tree->total += before + inside;
    if (*hot->count >= WORTH_WINDOWS)
        open_windows(tree);
    return true;
}

/* A loop's control and body, of which the body came last, in a group of either order: before a loop's first task there
 * may be nothing. */
static bool is_control_and_body(const struct sw_tree *tree, const struct sw_tree_frame *f,
                                struct sw_tree_record **before, struct sw_tree_record **leaf)
{
    const struct sw_tree_record *group = sw_tree_record(tree, f->expect);
    const struct sw_item *items = sw_tree_items(group);
    if (f->mode != SW_TREE_RUNS || group->kind != SW_NODE_GROUP || group->n_items != 2 ||
        f->repeat || items[0].count != 1 || items[1].count != 1)
        return false;
    *before = sw_tree_record(tree, items[f->at].node);
    *leaf = sw_tree_record(tree, items[1 - f->at].node);
    return (*before)->kind == SW_NODE_WORK;
}

void sw_tree_set_hot(struct sw_tree *tree, struct sw_tree_frame *f)
{
    struct sw_tree_record *leaf = sw_tree_expected(tree, f), *before = NULL;
    uint32_t *count = &sw_tree_listed(f, f->n_items - 1)->count, most = UINT32_MAX;
    if (!leaf)
        return;
    if (!is_control_and_body(tree, f, &before, &leaf) &&
        (f->mode != SW_TREE_RUNS || sw_tree_record(tree, f->expect)->kind == SW_NODE_GROUP)) {
        before = NULL; /* what was there before in its place: up to the last of an item */
        count = &f->repeat;
        most = sw_tree_items(sw_tree_record(tree, f->expect))[f->at].count - 1;
    }
    struct sw_tree_record *inside = sw_tree_only_work(tree, leaf);
    if (!inside || inside == before || leaf->flags || *count >= most ||
        (most == UINT32_MAX && *count == 1))
        return;
    tree->hot = (struct sw_tree_hot){
        .key = sw_tree_keep(
            (struct sw_tree_key){leaf->kind, leaf->site, leaf->detail, leaf->schedule}),
        .before.work = before,
        .inside.work = inside,
        .count = count,
        .most = most,
    };
}
