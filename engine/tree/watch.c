/*
 * A frame keeps how many nodes are open inside of its own (`user`), so that whatever is open above
 * that is its own when it ends, however it does.
 *
 * A loop's frames: its scope, and one for each half that is being divided, all of one site and without a
 * function of their own. The chunk that runs is a TASK of the section that the scope has; it begins
 * where a half is spawned, or where one has returned (what follows is a chunk, or is divided), and
 * ends where the loop syncs or the half returns.
 */
#include "engine/tree/watch.h"

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

static void open_chunk(struct sw_tree *tree, uint64_t cost)
{
    sw_tree_open(tree, SW_NODE_TASK, 0, 0, SW_SECTION_ANY, cost);
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
        open_chunk(tree, 0);
    f->user = (void *)(uintptr_t)(sw_tree_depth(tree) - 1);
}

static void opened(struct sw_strand *s)
{
    struct sw_frame *f = s->at.top;
    struct sw_tree *tree = s->tree;
    uint64_t cost = untold(s);
    bool spawned = f->flags & SW_FRAME_SPAWNED;
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

/* Closes what is open inside of so many. */
static void close_to(struct sw_tree *tree, unsigned depth, uint64_t cost)
{
    for (; sw_tree_depth(tree) > depth; cost = 0)
        sw_tree_close(tree, 0, cost);
    if (cost)
        sw_tree_pass(tree, cost);
}

/* A loop's sync ends the chunk, and at its end the section; one of the body's own spawns only those. */
static void syncs(struct sw_strand *s)
{
    const struct sw_frame *f = s->at.top;
    struct sw_tree *tree = s->tree;
    bool in_chunk = open_in(tree, f) + is_half(f) > 2;
    close_to(tree, in_chunk ? sw_tree_depth(tree) - 1 : depth_of(f), untold(s));
}

static void closes(struct sw_strand *s)
{
    const struct sw_frame *f = s->at.top;
    struct sw_tree *tree = s->tree;
    bool half = is_half(f), has_node = !half && !is_root(s);
    close_to(tree, depth_of(f) - has_node, untold(s));
    if (half)
        open_chunk(tree, 0);
}

static const struct sw_watcher watcher = {.opened = opened, .syncs = syncs, .closes = closes};

void sw_tree_watch(struct sw_strand *s, struct sw_tree *tree)
{
    if (!s->tree) {
        s->watched = s->at.work;
        s->at.top->user = (void *)(uintptr_t)sw_tree_depth(tree);
    }
    s->tree = tree;
    s->watcher = &watcher;
}
