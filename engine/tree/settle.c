/*
 * Where subtrees were merged, WORK stands for other pieces than it was made of. At the end each gets the number of
 * pieces that it stands for, at the mean that it has, and its share of what those that were merged into the nodes
 * around it had more or less: so that sums are what they were, of the whole and nearly so of each part.
 *
 * From owners to items, `span` is how often a node occurs; of WORK, `low` is that and `high` what is added.
 */
#include "engine/tree/parts.h"

/* Means as they are now; nothing occurs yet. */
static struct sw_tree_record *begin(struct sw_tree *tree)
{
    struct sw_tree_record *root = NULL;
    for (struct sw_tree_record *r = sw_tree_first(tree); r; r = sw_tree_after(tree, r)) {
        root = r;
        if (r->kind == SW_NODE_WORK) {
            r->low = r->high = 0;
            continue;
        }
        r->work = 0;
        for (uint32_t i = 0; i < r->n_items; i++)
            r->work += sw_tree_items(r)[i].count *
                       sw_tree_work_of(sw_tree_record(tree, sw_tree_items(r)[i].node));
        r->span = 0;
        r->extra = r->kind == SW_NODE_GROUP ? 0 : r->extra;
    }
    return root;
}

static void give(struct sw_tree_record *r, uint64_t occurs, int64_t extra)
{
    if (r->kind == SW_NODE_WORK) {
        r->low += occurs;
        r->high += (uint64_t)extra;
    } else {
        r->span += occurs;
        r->extra += extra;
    }
}

/* To its items, by their work; what rounding leaves, to the last one that has any. */
static void hand_down(struct sw_tree *tree, struct sw_tree_record *r)
{
    int64_t left = r->extra;
    struct sw_tree_record *last = NULL;
    for (uint32_t i = 0; i < r->n_items; i++) {
        struct sw_item item = sw_tree_items(r)[i];
        struct sw_tree_record *node = sw_tree_record(tree, item.node);
        uint64_t work = item.count * sw_tree_work_of(node);
        int64_t share = r->work ? (int64_t)((__int128)r->extra * work / r->work) : 0;
        give(node, item.count * r->span, share);
        left -= share;
        last = work || !last ? node : last;
    }
    if (last)
        give(last, 0, left);
}

static uint64_t settle_work(struct sw_tree_record *r)
{
    int64_t extra = (int64_t)r->high;
    uint64_t sum = (uint64_t)(((unsigned __int128)r->sum * r->low + r->count / 2) / r->count);
    r->sum = extra < 0 && sum < (uint64_t)-extra ? 0 : sum + (uint64_t)extra;
    r->count = r->low;
    return r->sum;
}

void sw_tree_settle(struct sw_tree *tree)
{
    struct sw_tree_record *root = begin(tree), *largest = NULL;
    uint64_t sum = 0;
    root->span = 1;
    for (struct sw_tree_record *r = root; r; r = sw_tree_before(tree, r))
        if (r->state & SW_RECORD_MARKED && r->kind != SW_NODE_WORK)
            hand_down(tree, r);
    for (struct sw_tree_record *r = root; r; r = sw_tree_before(tree, r)) {
        if (!(r->state & SW_RECORD_MARKED) || r->kind != SW_NODE_WORK)
            continue;
        sum += settle_work(r);
        largest = largest && largest->sum > r->sum ? largest : r;
    }
    /* Means have moved since, by a little. */
    if (largest && largest->sum + (tree->total - sum) <= UINT64_MAX / 2)
        largest->sum += tree->total - sum;
}
