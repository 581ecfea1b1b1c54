/* Ticks become the profile's unit; what was lost on the way becomes warnings. */
#include "collect/tree.h"
#include "engine/tree/watch.h"
#include "live/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long ull;

/* "" where there is none. NULL: no memory. */
static char *copy_string(const char *string)
{
    return string && *string ? strdup(string) : sw_profile_empty;
}

static int add_sites(struct sw_program_tree *tree, const struct sw_live_tree *from)
{
    uint32_t n = from->n_sites < SW_LIVE_TREE_SITES ? from->n_sites : SW_LIVE_TREE_SITES;
    n = n && from->sites ? n : 1;
    if (!(tree->sites = calloc(n, sizeof *tree->sites)))
        return -ENOMEM;
    for (tree->n_sites = 1; tree->n_sites < n; tree->n_sites++) {
        const struct sw_live_tree_site *s = &from->sites[tree->n_sites];
        struct sw_tree_site *site = &tree->sites[tree->n_sites];
        site->kind = s->kind < SW_NODE_KINDS ? s->kind : SW_NODE_NONE;
        site->line = s->line;
        site->address = s->address;
        site->callee = s->callee;
        site->caller = sw_profile_empty;
        site->label = copy_string(s->label);
        site->file = copy_string(s->file);
        site->function = copy_string(s->function);
        if (!site->label || !site->file || !site->function)
            return -ENOMEM;
    }
    return 0;
}

static int add_locks(struct sw_program_tree *tree, const struct sw_live_tree *from)
{
    uint32_t n = from->n_locks < SW_LIVE_TREE_LOCKS ? from->n_locks : SW_LIVE_TREE_LOCKS;
    n = n && from->locks ? n : 1;
    if (!(tree->locks = calloc(n, sizeof *tree->locks)))
        return -ENOMEM;
    for (tree->n_locks = 1; tree->n_locks < n; tree->n_locks++) {
        struct sw_tree_lock *lock = &tree->locks[tree->n_locks];
        lock->id = from->locks[tree->n_locks].id;
        if (!(lock->label = copy_string(from->locks[tree->n_locks].label)))
            return -ENOMEM;
    }
    return 0;
}

/* Of a cilk_for, by the site of its calls. */
static bool has_own_grain(const struct sw_live *live, uint32_t site)
{
    return site < live->n_sites && live->sites[site].flags & SW_SITE_OWN_GRAIN;
}

static int add_nodes(struct sw_program_tree *tree, const struct sw_live *live,
                     const struct sw_tree *from)
{
    uint64_t n_nodes, n_items;
    sw_tree_size(from, &n_nodes, &n_items);
    tree->nodes = calloc(n_nodes, sizeof *tree->nodes);
    tree->items = calloc(n_items + 1, sizeof *tree->items);
    if (!tree->nodes || !tree->items)
        return -ENOMEM;
    sw_tree_copy(from, tree->nodes, tree->items);
    tree->n_nodes = n_nodes;
    tree->n_items = n_items;
    for (size_t i = 1; i < n_nodes; i++) {
        struct sw_node *node = &tree->nodes[i];
        node->sum = sw_live_to_ns(live, node->sum);
        if (node->site >= tree->n_sites)
            node->site = 0;
        if (node->kind == SW_NODE_SECTION && node->schedule == SW_SECTION_LOOP && node->site)
            node->detail = has_own_grain(live, node->site / SW_TREE_SITES_EACH);
    }
    return 0;
}

static void warn(struct sw_profile *p, const struct sw_tree_measure *m, uint64_t bound)
{
    const struct sw_program_tree *tree = &p->tree;
    uint64_t length = tree->nodes[sw_program_tree_root(tree)].sum;
    if (m->window)
        sw_profile_warn(p,
                        "the program tree did not fit in %llu MB: the order of up to %llu tasks at "
                        "a time was not kept; --tree-memory gives it more",
                        (ull)(bound >> 20), (ull)m->window);
    if (m->merged)
        sw_profile_warn(p,
                        "the program tree did not fit in %llu MB: %llu parts of it stand for "
                        "similar ones, whose lengths differ by %.2g%% of the whole in total; "
                        "--tree-memory gives it more",
                        (ull)(bound >> 20), (ull)m->merged,
                        length ? 100.0 * (double)m->moved / (double)length : 0.0);
    if (m->lost)
        sw_profile_warn(p,
                        "%llu nodes of the program tree did not fit, or were nested too deeply: "
                        "their time counts for what is around them",
                        (ull)m->lost);
    if (m->unclosed)
        sw_profile_warn(p, "%llu node%s of the program tree had not ended when the program did",
                        (ull)m->unclosed, m->unclosed == 1 ? "" : "s");
}

int sw_gather_tree(struct sw_profile *profile, struct sw_live *live)
{
    struct sw_live_tree *from = atomic_load(&live->tree);
    struct sw_program_tree *tree = &profile->tree;
    if (!from->tree)
        return 0;
    sw_tree_finish(from->tree);
    int error = add_sites(tree, from);
    if (!error)
        error = add_locks(tree, from);
    if (!error)
        error = add_nodes(tree, live, from->tree);
    if (error)
        return error;
    sw_tree_measured(from->tree, &tree->measure);
    tree->measure.moved = sw_live_to_ns(live, tree->measure.moved);
    /* What was reserved for it and never touched is not memory. */
    profile->circumstances.memory -= sw_tree_bound(from->tree) - tree->measure.bytes;
    warn(profile, &tree->measure, sw_tree_bound(from->tree));
    if (from->elsewhere)
        sw_profile_warn(profile,
                        "%llu events were left out: they are of other threads than the one whose "
                        "program tree this is",
                        (ull)from->elsewhere);
    return 0;
}
