/*
 * A frame keeps how many nodes are open inside its own (`user`), so that whatever is open above
 * that is its own when it ends, however it does.
 *
 * A loop's frames: its scope, and one for each half that is being divided, all of one site and without a
 * function of their own. The chunk that runs is a TASK of the section that the scope has; it begins
 * where a half is spawned, or where one has returned (what follows is a chunk, or is divided), and
 * ends where the loop syncs or the half returns.
 *
 * A lock that was taken gets its node with the next event inside it, so that one that a function takes for its
 * caller stands in the caller; until then what passes is owed to it. No section is ever inside such a node: a
 * spawn, a sync or the end of a task ends it. So only calls and other locks are, and where a lock does not
 * end in the order in which it began, they end and begin again without it: all lengths stay.
 */
#include "engine/tree/watch.h"

#define NOT_YET UINT64_MAX /* node of a hold that has none so far; 0: it has none any more */

static uint64_t untold(struct sw_strand *s)
{
    uint64_t cost = s->at.work - s->watched;
    s->watched = s->at.work;
    return cost;
}

static inline unsigned depth_of(const struct sw_frame *f)
{
    return (unsigned)(uintptr_t)f->user;
}

static inline bool is_root(const struct sw_strand *s)
{
    return s->at.top - s->frames <= 1;
}

/* A half of a loop. */
static inline bool is_half(const struct sw_frame *f)
{
    return f->flags & SW_FRAME_SPAWNED && f->flags & f[-1].flags & SW_FRAME_BODY &&
           f->site == f[-1].site;
}

/* Nodes that are open in a frame's own: a section; of a loop's scope also the chunk in that, and a section of spawns
 * that the loop's body has in the chunk. A half has its loop's section around it. */
static inline unsigned open_in(const struct sw_tree *tree, const struct sw_frame *f)
{
    return sw_tree_depth(tree) - depth_of(f);
}

/* One that a spawn of the frame would be in. */
static inline bool has_section(const struct sw_tree *tree, const struct sw_frame *f)
{
    return (open_in(tree, f) + is_half(f)) % 2;
}

static void open_section(struct sw_tree *tree, const struct sw_frame *f,
                         enum sw_section_schedule schedule, uint64_t cost)
{
    sw_tree_open(tree, SW_NODE_SECTION, f->site * SW_TREE_SITES_EACH + SW_TREE_SITE_SECTION, 0,
                 schedule, cost);
}

static void open_chunk(struct sw_tree *tree)
{
    sw_tree_open(tree, SW_NODE_TASK, 0, 0, SW_SECTION_ANY, 0);
}

/* The chunk that begins may be divided once more: then it has begun already. */
static void open_half(struct sw_tree *tree, struct sw_frame *f, uint64_t cost)
{
    unsigned inside = open_in(tree, f - 1) + is_half(f - 1); /* section, chunk */
    if (!inside)
        open_section(tree, f, SW_SECTION_LOOP, cost);
    else
        sw_tree_pass(tree, cost);
    if (inside < 2)
        open_chunk(tree);
    f->user = (void *)(uintptr_t)(sw_tree_depth(tree) - 1);
}

/* Closes what is open inside so many. */
static void close_to(struct sw_tree *tree, unsigned depth, uint64_t cost)
{
    for (; sw_tree_depth(tree) > depth; cost = 0)
        sw_tree_close(tree, 0, cost);
    if (cost)
        sw_tree_pass(tree, cost);
}

/* --- locks --- */

/* The hold whose node is open at that depth, or is not open yet; NULL: there is none. */
static struct sw_hold *hold_at(const struct sw_strand *s, uint64_t node)
{
    for (uint32_t i = 0; i < s->locks->n_holds; i++)
        if (s->locks->holds[i].node == node)
            return &s->locks->holds[i];
    return NULL;
}

static void open_lock(struct sw_tree *tree, struct sw_hold *h)
{
    sw_tree_open(tree, SW_NODE_LOCK, h->site * SW_TREE_SITES_EACH, h->lock, SW_SECTION_ANY, 0);
    sw_tree_pass(tree, h->owed);
    h->owed = 0;
    h->node = sw_tree_depth(tree);
}

/* Something is about to be inside the newest. */
static void settle_locks(struct sw_strand *s)
{
    struct sw_hold *h = s->locks ? hold_at(s, NOT_YET) : NULL;
    if (h)
        open_lock(s->tree, h);
}

/* The lowest node of a lock that is deeper than that; 0: there is none. */
static uint64_t lowest_lock(const struct sw_strand *s, unsigned depth)
{
    uint64_t lowest = 0;
    for (uint32_t i = 0; s->locks && i < s->locks->n_holds; i++) {
        uint64_t node = s->locks->holds[i].node;
        if (node > depth && node != NOT_YET && (!lowest || node < lowest))
            lowest = node;
    }
    return lowest;
}

/* The node of a lock ends, and all that is in it begins again; locks only if they are to stay. */
static void take_out(struct sw_strand *s, uint64_t node, bool others_stay, uint64_t cost)
{
    struct sw_tree *tree = s->tree;
    unsigned last = sw_tree_depth(tree);
    struct sw_frame *f = s->at.top + 1;
    while (f - 1 > s->frames + 1 && depth_of(f - 1) > node)
        f--;
    close_to(tree, (unsigned)node - 1, cost);
    hold_at(s, node)->node = 0;
    for (uint64_t depth = node + 1; depth <= last; depth++) {
        struct sw_hold *h = hold_at(s, depth);
        if (h && others_stay) {
            open_lock(tree, h);
        } else if (h) {
            h->node = 0;
        } else if (f <= s->at.top) {
            sw_tree_open(tree, SW_NODE_CALL, f->site * SW_TREE_SITES_EACH, 0, SW_SECTION_ANY, 0);
            f->user = (void *)(uintptr_t)sw_tree_depth(tree);
            f++;
        }
    }
}

/* What follows is not inside any lock that the innermost frame may hold. Returns what is left of the cost. */
static uint64_t leave_locks(struct sw_strand *s, uint64_t cost)
{
    settle_locks(s);
    uint64_t node = lowest_lock(s, 0);
    if (!node)
        return cost;
    take_out(s, node, false, cost);
    return 0;
}

/* The call that the innermost frame is ends, and what it has locked stays so. */
static void close_call(struct sw_strand *s, unsigned depth, uint64_t cost)
{
    unsigned last = sw_tree_depth(s->tree);
    struct sw_hold *newest = s->locks ? hold_at(s, NOT_YET) : NULL;
    if (newest && last == depth + 1) {
        newest->owed += cost;
        cost = 0;
    } else if (newest) {
        open_lock(s->tree, newest);
        last++;
    }
    uint64_t node = lowest_lock(s, depth + 1);
    close_to(s->tree, depth, cost);
    for (; node && node <= last; node++) {
        struct sw_hold *h = hold_at(s, node);
        if (h)
            open_lock(s->tree, h);
    }
}

static void locked(struct sw_strand *s, struct sw_hold *h)
{
    settle_locks(s);
    sw_tree_pass(s->tree, untold(s));
    h->node = h->shared ? 0 : NOT_YET;
}

static void unlocked(struct sw_strand *s, struct sw_hold *h)
{
    struct sw_tree *tree = s->tree;
    uint64_t cost = untold(s);
    if (h->node == NOT_YET) {
        sw_tree_leaf(tree, SW_NODE_LOCK, h->site * SW_TREE_SITES_EACH, h->lock, 0, h->owed + cost);
        return;
    }
    settle_locks(s);
    if (h->node)
        take_out(s, h->node, true, cost);
    else
        sw_tree_pass(tree, cost);
}

/* --- frames --- */

static void opened(struct sw_strand *s)
{
    struct sw_frame *f = s->at.top;
    struct sw_tree *tree = s->tree;
    uint64_t cost = untold(s);
    bool spawned = f->flags & SW_FRAME_SPAWNED;
    s->at.top--; /* of locks it knows nothing yet */
    if (spawned)
        cost = leave_locks(s, cost);
    else
        settle_locks(s);
    s->at.top = f;
    if (is_half(f)) {
        open_half(tree, f, cost);
        return;
    }
    if (spawned && !has_section(tree, f - 1)) {
        open_section(tree, f, SW_SECTION_SPAWN, cost);
        cost = 0;
    }
    sw_tree_open(tree, spawned ? SW_NODE_TASK : SW_NODE_CALL, f->site * SW_TREE_SITES_EACH, 0,
                 SW_SECTION_ANY, cost);
    f->user = (void *)(uintptr_t)sw_tree_depth(tree);
}

/* A loop's sync ends the chunk, and at its end the section; one of the body's own spawns only those. */
static void syncs(struct sw_strand *s)
{
    const struct sw_frame *f = s->at.top;
    struct sw_tree *tree = s->tree;
    uint64_t cost = leave_locks(s, untold(s));
    bool in_chunk = open_in(tree, f) + is_half(f) > 2;
    close_to(tree, in_chunk ? sw_tree_depth(tree) - 1 : depth_of(f), cost);
}

static void closes(struct sw_strand *s)
{
    const struct sw_frame *f = s->at.top;
    struct sw_tree *tree = s->tree;
    bool half = is_half(f), has_node = !half && !is_root(s);
    uint64_t cost = untold(s);
    if (has_node && !(f->flags & SW_FRAME_SPAWNED))
        close_call(s, depth_of(f) - 1, cost);
    else
        close_to(tree, depth_of(f) - has_node, leave_locks(s, cost));
    if (half)
        open_chunk(tree);
}

static const struct sw_watcher watcher = {
    .opened = opened, .syncs = syncs, .closes = closes, .locked = locked, .unlocked = unlocked};

void sw_tree_watch(struct sw_strand *s, struct sw_tree *tree)
{
    if (!s->tree) {
        s->watched = s->at.work;
        s->at.top->user = (void *)(uintptr_t)sw_tree_depth(tree);
    }
    s->tree = tree;
    s->watcher = &watcher;
}
