/*
 * Nodes never change, so the new tree begins with all of the old one, and what differs is made anew behind it,
 * once for each (node, set of changes that it stands under): a set is a word of bits. What stands under no change
 * and has none in it is the old node. Who is asked for a node whose items are not made yet puts them on a
 * stack and is asked again: trees may be deeper than C's own stack.
 */
#include "analysis/predict/what_if.h"

#include "analysis/findings/units.h"
#include "analysis/predict/tree_maker.h"
#include "base/pool.h"

/* Of a node under a set of changes, that of the new tree. */
struct made {
    uint64_t set;
    uint32_t node, number; /* number 0: none */
};

struct asked {
    uint64_t set;
    uint32_t node;
    uint32_t next;     /* item to be looked at */
    size_t first_item; /* of its new ones, in `pending` */
};

struct rebuild {
    const struct sw_program_tree *tree;
    const struct sw_change_of_sites *changes;
    size_t n_changes;
    uint64_t own;                /* the changes that are */
    uint64_t *of_site, *of_lock; /* the changes of each */
    uint64_t *inside;            /* of a node: the changes that are met in it */
    struct made *made;
    size_t n_made, made_room; /* a power of two */
    struct asked *stack;
    size_t n_stack, stack_room;
    struct sw_item_list pending;
    struct sw_tree_maker maker;
};

/* What to spread a piece over all processors costs: who does so leaves alone what is not twice as long. */
static double cost_of_spreading(const struct sw_emulation_options *o)
{
    double n = o->processors;
    if (!o->overheads)
        return 0;
    if (o->paradigm == SW_PARADIGM_CILK)
        return n * o->overheads->spawn + 2 * o->overheads->steal;
    if (o->paradigm == SW_PARADIGM_OMP_TASK)
        return n * o->overheads->task;
    return o->overheads->fork + o->overheads->barrier +
           n * (o->overheads->fork_thread + o->overheads->barrier_thread);
}

struct sw_change_of_sites sw_change_spread(const uint32_t *site,
                                           const struct sw_emulation_options *o)
{
    return (struct sw_change_of_sites){.sites = site,
                                       .n_sites = 1,
                                       .own = true,
                                       .parallel = o->processors,
                                       .least = 2 * cost_of_spreading(o)};
}

static struct made *find_made(const struct rebuild *r, uint32_t node, uint64_t set)
{
    uint64_t hash = (node * 0x9e3779b97f4a7c15u) ^ (set * 0xc2b2ae3d27d4eb4fu);
    size_t at = (size_t)(hash ^ hash >> 29) & (r->made_room - 1);
    while (r->made[at].number && (r->made[at].node != node || r->made[at].set != set))
        at = (at + 1) & (r->made_room - 1);
    return &r->made[at];
}

static int remember(struct rebuild *r, uint32_t node, uint64_t set, uint32_t number)
{
    if (2 * r->n_made >= r->made_room) {
        struct made *old = r->made;
        size_t n = r->made_room, more = n ? 2 * n : 1024;
        struct made *larger = calloc(more, sizeof *larger);
        if (!larger)
            return -ENOMEM;
        r->made = larger;
        r->made_room = more;
        for (size_t i = 0; i < n; i++)
            if (old[i].number)
                *find_made(r, old[i].node, old[i].set) = old[i];
        free(old);
    }
    *find_made(r, node, set) = (struct made){set, node, number};
    r->n_made++;
    return 0;
}

/* The changes that begin at a node. */
static uint64_t changes_at(const struct rebuild *r, const struct sw_node *node)
{
    bool is_root = node == &r->tree->nodes[sw_program_tree_root(r->tree)];
    uint64_t set = node->site || is_root ? r->of_site[node->site] : 0;
    if (node->kind == SW_NODE_LOCK)
        set |= r->of_lock[node->detail];
    return set;
}

/* What holds for all that is in a node, which itself stands under `set`. */
static uint64_t set_inside(const struct rebuild *r, const struct sw_node *node, uint64_t set)
{
    return (node->site ? set & ~r->own : set) | changes_at(r, node);
}

/* 0: it is not made yet. */
static uint32_t number_of(const struct rebuild *r, uint32_t node, uint64_t set)
{
    if (r->tree->nodes[node].site)
        set &= ~r->own;
    if (!set && !r->inside[node])
        return node;
    return r->made_room ? find_made(r, node, set)->number : 0;
}

static int ask(struct rebuild *r, uint32_t node, uint64_t set)
{
    if (!SW_GROW(r->stack, r->n_stack, r->stack_room))
        return -ENOMEM;
    if (r->tree->nodes[node].site)
        set &= ~r->own;
    r->stack[r->n_stack++] = (struct asked){set, node, 0, r->pending.n};
    return 0;
}

/* A section of `n` tasks, each of which is the node. */
static uint32_t spread(struct rebuild *r, uint32_t node, unsigned n, uint32_t site,
                       enum sw_section_schedule how)
{
    struct sw_item task = {sw_tree_maker_add_task(&r->maker, node, 1), n};
    struct sw_node section = {.kind = SW_NODE_SECTION, .site = site, .schedule = (uint8_t)how};
    return sw_tree_maker_add(&r->maker, section, &task, 1);
}

/* What a set of changes does to work that stands under it. */
struct effect {
    double factor; /* by which it is shorter, but for changes of its own: */
    unsigned parallel;
    double least; /* work that is shorter is not spread */
    enum sw_section_schedule how;
};

static struct effect effect_of(const struct rebuild *r, uint64_t set)
{
    struct effect e = {.factor = 1, .parallel = 1, .how = SW_SECTION_ANY};
    for (; set; set &= set - 1) {
        const struct sw_change_of_sites *c = &r->changes[__builtin_ctzll(set)];
        unsigned parallel = c->parallel > 1 ? c->parallel : 1;
        e.factor *= c->faster > 0 ? c->faster : 1;
        if (!c->own) {
            e.factor *= parallel;
            continue;
        }
        e.parallel *= parallel;
        e.least = fmax(e.least, c->least);
        e.how = c->how ?: e.how;
    }
    return e;
}

/* Shorter by a factor: by its count where that stays whole, so that nothing is rounded. */
static struct sw_node shorten(struct sw_node node, double factor)
{
    double count = (double)node.count * factor, most = 4503599627370496.0; /* 2^52 */
    if (count == floor(count) && count < most) {
        node.count = (uint64_t)count;
        return node;
    }
    double length = sw_node_length(&node) / factor, scale = 1;
    while (length * scale < most / 4 && scale < most / 4)
        scale *= 2;
    node.count = (uint64_t)scale;
    node.sum = sw_rounded(length * scale);
    return node;
}

/* How many tasks the changes that begin at the node make of it. */
static unsigned parallel_from(const struct rebuild *r, uint64_t begins)
{
    unsigned parallel = 1;
    for (; begins; begins &= begins - 1) {
        const struct sw_change_of_sites *c = &r->changes[__builtin_ctzll(begins)];
        if (!c->own && c->parallel > 1)
            parallel *= c->parallel;
    }
    return parallel;
}

static uint32_t make_work(struct rebuild *r, uint32_t number, uint64_t set)
{
    struct sw_node node = r->tree->nodes[number];
    uint64_t inside = set_inside(r, &r->tree->nodes[number], set);
    struct effect e = effect_of(r, inside);
    if (sw_node_length(&node) < e.least * e.factor)
        e.parallel = 1;
    e.factor *= e.parallel;
    e.parallel *= parallel_from(r, inside & ~set);
    if (!node.count || (e.factor == 1 && e.parallel == 1))
        return number;
    uint32_t made = sw_tree_maker_add(&r->maker, shorten(node, e.factor), NULL, 0);
    return made && e.parallel > 1 ? spread(r, made, e.parallel, node.site, e.how) : made;
}

static bool is_freed(const struct rebuild *r, const struct sw_node *node)
{
    for (uint64_t set = changes_at(r, node); set; set &= set - 1)
        if (r->changes[__builtin_ctzll(set)].is_free)
            return node->kind == SW_NODE_LOCK;
    return false;
}

/* A task stays one, and so does a lock: what is in them is spread. All else is spread as a whole. */
static uint32_t make_spread(struct rebuild *r, struct sw_node node, const struct sw_item *items,
                            size_t n, unsigned parallel)
{
    struct sw_node whole = node;
    if (node.kind == SW_NODE_TASK || node.kind == SW_NODE_LOCK)
        node = (struct sw_node){.kind = SW_NODE_CALL};
    uint32_t made = sw_tree_maker_add(&r->maker, node, items, n);
    struct sw_item item = {spread(r, made, parallel, whole.site, SW_SECTION_ANY), 1};
    return node.kind == whole.kind ? item.node : sw_tree_maker_add(&r->maker, whole, &item, 1);
}

/* Whether it is a piece that is to be spread, but too short for what that costs. */
static bool is_too_short(const struct rebuild *r, const struct sw_item *item, uint64_t set)
{
    const struct sw_node *node = &r->tree->nodes[item->node];
    if (node->kind != SW_NODE_WORK || item->count != 1)
        return false;
    struct effect e = effect_of(r, set_inside(r, node, set));
    return e.parallel > 1 && sw_node_length(node) < e.least * e.factor;
}

static bool is_one_task(const struct rebuild *r, const struct sw_item *item)
{
    return item->count == 1 && r->maker.out->nodes[item->node].kind == SW_NODE_TASK;
}

/* The task, which does that piece too. */
static uint32_t task_with(struct rebuild *r, struct sw_item piece, uint32_t task)
{
    struct sw_node node = r->maker.out->nodes[task];
    SW_FREED struct sw_item *items = calloc(node.n_items + 1, sizeof *items);
    if (!items)
        return 0;
    items[0] = piece;
    memcpy(items + 1, r->maker.out->items + node.first, node.n_items * sizeof *items);
    return sw_tree_maker_add(&r->maker, node, items, node.n_items + 1);
}

/* Such pieces are done by the task that is started next to them, after or before. -ENOMEM or 0. */
static int give_along(struct rebuild *r, const struct asked *a)
{
    const struct sw_item *was = r->tree->items + r->tree->nodes[a->node].first;
    struct sw_item *items = r->pending.items + a->first_item;
    size_t n = r->pending.n - a->first_item, to = 0;
    uint64_t inside = set_inside(r, &r->tree->nodes[a->node], a->set);
    for (size_t k = 0; k < n; k++) {
        struct sw_item item = items[k];
        bool is_short = is_too_short(r, &was[k], inside);
        if (is_short && k + 1 < n && is_one_task(r, &items[k + 1]))
            item.node = task_with(r, item, items[++k].node);
        else if (is_short && to && is_one_task(r, &items[to - 1]))
            item.node = task_with(r, item, items[--to].node);
        if (!item.node)
            return -ENOMEM;
        items[to++] = item;
    }
    r->pending.n = a->first_item + to;
    return 0;
}

static uint32_t make(struct rebuild *r, const struct asked *a)
{
    struct sw_node node = r->tree->nodes[a->node];
    if (node.kind == SW_NODE_WORK)
        return make_work(r, a->node, a->set);
    if (give_along(r, a))
        return 0;
    const struct sw_item *items = r->pending.items + a->first_item;
    size_t n = r->pending.n - a->first_item;
    unsigned parallel = parallel_from(r, changes_at(r, &r->tree->nodes[a->node]) & ~a->set);
    if (is_freed(r, &node)) {
        node.kind = SW_NODE_CALL;
        node.detail = 0;
    }
    return parallel > 1 ? make_spread(r, node, items, n, parallel)
                        : sw_tree_maker_add(&r->maker, node, items, n);
}

/* Makes what is asked for last, or asks for what that needs first. */
static int step(struct rebuild *r)
{
    struct asked *a = &r->stack[r->n_stack - 1];
    const struct sw_node *node = &r->tree->nodes[a->node];
    uint64_t inside = set_inside(r, node, a->set);
    while (a->next < node->n_items) {
        const struct sw_item *item = &r->tree->items[node->first + a->next];
        uint32_t number = number_of(r, item->node, inside);
        if (!number)
            return ask(r, item->node, inside);
        if (sw_item_list_add(&r->pending, number, item->count))
            return -ENOMEM;
        a->next++;
    }
    uint32_t number = make(r, a);
    if (!number)
        return -ENOMEM;
    r->pending.n = a->first_item;
    r->n_stack--;
    return remember(r, a->node, a->set, number);
}

static int rebuild_root(struct rebuild *r)
{
    uint32_t root = sw_program_tree_root(r->tree), number;
    int error = 0;
    if (number_of(r, root, 0))
        return 0; /* nothing changes */
    error = ask(r, root, 0);
    while (!error && r->n_stack)
        error = step(r);
    if (error)
        return error;
    number = number_of(r, root, 0);
    struct sw_item item = {number, 1};
    if (r->maker.out->nodes[number].kind == SW_NODE_CALL && number == r->maker.out->n_nodes - 1)
        return 0;
    return sw_tree_maker_add(&r->maker, (struct sw_node){.kind = SW_NODE_CALL}, &item, 1) ? 0
                                                                                          : -ENOMEM;
}

static int find_changes(struct rebuild *r, struct sw_pool *pool)
{
    const struct sw_program_tree *t = r->tree;
    SW_POOLED(pool, r->of_site, t->n_sites + 1);
    SW_POOLED(pool, r->of_lock, t->n_locks + 1);
    SW_POOLED(pool, r->inside, t->n_nodes);
    if (pool->error)
        return pool->error;
    for (size_t i = 0; i < r->n_changes; i++) {
        const struct sw_change_of_sites *c = &r->changes[i];
        r->own |= c->own ? 1ull << i : 0;
        for (size_t k = 0; k < c->n_sites; k++)
            r->of_site[c->sites[k]] |= 1ull << i;
        for (size_t k = 1; k < t->n_locks; k++)
            if (c->every_lock || c->lock == k)
                r->of_lock[k] |= 1ull << i;
    }
    for (size_t i = 1; i < t->n_nodes; i++) {
        r->inside[i] = changes_at(r, &t->nodes[i]);
        SW_EACH (item, t->items + t->nodes[i].first, t->nodes[i].n_items)
            r->inside[i] |= r->inside[item->node];
    }
    return 0;
}

int sw_what_if(struct sw_program_tree *changed, const struct sw_program_tree *tree,
               const struct sw_change_of_sites *changes, size_t n)
{
    SW_POOL(pool);
    struct rebuild r = {.tree = tree, .changes = changes, .n_changes = n};
    *changed = (struct sw_program_tree){.shared = 1};
    if (n > SW_CHANGES_MOST)
        return -EINVAL;
    int error = sw_tree_maker_init(&r.maker, changed, tree);
    if (error || !tree->n_nodes)
        return error;
    memcpy(changed->nodes, tree->nodes, tree->n_nodes * sizeof *tree->nodes);
    if (tree->n_items)
        memcpy(changed->items, tree->items, tree->n_items * sizeof *tree->items);
    changed->n_nodes = tree->n_nodes;
    changed->n_items = tree->n_items;
    error = find_changes(&r, &pool) ?: rebuild_root(&r);
    free(r.made);
    free(r.stack);
    free(r.pending.items);
    if (error)
        sw_program_tree_release(changed);
    return error;
}
