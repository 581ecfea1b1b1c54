/*
 * Makes the profile's program tree of the one in the live range: ticks become the profile's unit, the call sites of Cilk and the constructs of OpenMP
 * become its sites, and what was lost on the way becomes warnings.
 */
#include "live/tree.h"
#include "collect/front_end.h"
#include "engine/tree/watch.h"
#include "live/openmp.h"

typedef unsigned long long ull;

/* --- Sites of Cilk --- */

uint64_t sw_gather_site_address(const struct sw_live_site *site)
{
    bool returns =
        site->kind == SW_SITE_CALL || site->kind == SW_SITE_SPLIT || site->kind == SW_SITE_LOCK;
    return site->address - (returns && site->address);
}

static void fill_site(const struct sw_live *live, const struct sw_live_site *from,
                      struct sw_live_tree_site *to)
{
    to[0].kind = from->kind == SW_SITE_SPAWN  ? SW_NODE_TASK
                 : from->kind == SW_SITE_LOCK ? SW_NODE_LOCK
                                              : SW_NODE_CALL;
    to[0].label = from->kind == SW_SITE_LOCK ? "lock" : NULL;
    to[0].callee = from->function ? live->functions[from->function].address : SW_NO_CALLEE;
    to[SW_TREE_SITE_SECTION].kind = SW_NODE_SECTION;
    to[0].address = to[SW_TREE_SITE_SECTION].address = sw_gather_site_address(from);
}

void sw_gather_tree_sites(struct sw_live *live)
{
    struct sw_live_tree *t = atomic_load(&live->tree);
    uint32_t n = atomic_load(&live->n_sites);
    n = n < SW_SITES_MAX ? n : SW_SITES_MAX;
    SW_ROOM(t->sites, (size_t)n * SW_TREE_SITES_EACH);
    for (uint32_t i = 1; i < n; i++)
        fill_site(live, &live->sites[i], &t->sites[i * SW_TREE_SITES_EACH]);
    for (uint32_t i = 1; i < live->locks.n && i < SW_LIVE_TREE_LOCKS; i++)
        t->locks[i].id = live->locks.all[i].address;
    t->n_locks = live->locks.n ? live->locks.n : 1;
    t->n_sites = n * SW_TREE_SITES_EACH;
    for (uint32_t i = 1; i < atomic_load(&live->n_threads) && i < SW_LIVE_THREADS; i++)
        t->elsewhere += live->threads[i] ? live->threads[i]->events : 0;
}

/* --- Sites of OpenMP --- */

static const struct sw_omp_record *recorded(const struct sw_live *live)
{
    const struct sw_omp_record *r = atomic_load(&live->openmp);
    while (r && !r->tree_lacks)
        r = r->next;
    return r;
}

static void add_constructs(struct sw_live_tree *tree, const struct sw_dag *dag)
{
    uint32_t n = sw_dag_n_constructs(dag);
    SW_ROOM(tree->sites, (size_t)n * SW_OMP_TREE_SITES);
    for (uint32_t i = 1; i < n; i++) {
        const struct sw_dag_record *construct = sw_dag_record(dag, i);
        struct sw_live_tree_site *s = &tree->sites[i * SW_OMP_TREE_SITES];
        bool lock = construct->kind == SW_CONSTRUCT_CRITICAL ||
                    construct->kind == SW_CONSTRUCT_LOCK || construct->kind == SW_CONSTRUCT_ORDERED;
        s->kind = lock                                   ? SW_NODE_LOCK
                  : construct->kind == SW_CONSTRUCT_TASK ? SW_NODE_TASK
                                                         : SW_NODE_CALL;
        s->address = construct->address ? construct->address - 1 : 0;
        s->label = sw_omp_construct_name(construct->kind);
        s[SW_OMP_TREE_SECTION] = *s;
        s[SW_OMP_TREE_SECTION].kind = SW_NODE_SECTION;
    }
    tree->n_sites = n * SW_OMP_TREE_SITES;
}

static void warn_of_misses(struct sw_profile *p, const struct sw_omp_record *r, uint64_t processors)
{
    static const char *const what[SW_OMP_MISSES] = {
        [SW_OMP_MISSES_DEPEND] = "dependences of tasks: there, they may run in any order",
        [SW_OMP_MISSES_ORDERED] = "the order of ordered parts: there, they run one at a time",
        [SW_OMP_MISSES_DOACROSS] = "dependences between iterations",
        [SW_OMP_MISSES_CANCEL] = "cancellation: it has what was done before that",
        [SW_OMP_MISSES_TEAMS] = "teams side by side: there, they run one after the other",
        [SW_OMP_MISSES_FLAGS] = "waits for flags that other threads set",
        [SW_OMP_MISSES_LOCKS] = "locks beyond the first 65535: there, they are plain work",
    };
    for (unsigned i = 0; i < SW_OMP_MISSES; i++)
        if (r->tree_misses >> i & 1)
            sw_profile_warn(p, "the program tree leaves out %s", what[i]);
    if (processors == 1)
        sw_profile_warn(p, "the program tree of a run on one processor has no sections: record it "
                           "with -N 64, or as many as you want predictions for");
    if (r->tree_alike)
        sw_profile_warn(
            p,
            "%llu chunks of loops did not fit into the memory of the program tree: their "
            "neighbours stand for them, with the average length; --tree=MEMORY gives it more",
            (ull)r->tree_alike);
    if (r->tree_lost)
        sw_profile_warn(
            p,
            "%llu tasks, locks and chunks between two barriers did not fit into the memory of the "
            "program tree, and count as work only: --tree=MEMORY gives it more",
            (ull)r->tree_lost);
}

void sw_simulation_gather_tree(struct sw_profile *p, struct sw_live *live,
                               const struct sw_omp_record *record)
{
    struct sw_live_tree *tree = atomic_load(&live->tree);
    const struct sw_omp_record *r = recorded(live);
    if (!tree || !r)
        return;
    sw_tree_pass(tree->tree, *r->tree_lacks);
    warn_of_misses(p, r, live->options.processors);
    if (r != record)
        sw_profile_warn(p, "the program tree is that of the first thread that used OpenMP, and not "
                           "of the one that worked longest");
    add_constructs(tree, &r->dag);
}

/* --- The tree --- */

static void add_sites(struct sw_program_tree *tree, const struct sw_live_tree *from)
{
    uint32_t n = from->n_sites < SW_LIVE_TREE_SITES ? from->n_sites : SW_LIVE_TREE_SITES;
    n = n && from->sites ? n : 1;
    SW_ROOM(tree->sites, n);
    for (tree->n_sites = 1; tree->n_sites < n; tree->n_sites++) {
        const struct sw_live_tree_site *s = &from->sites[tree->n_sites];
        struct sw_tree_site *site = &tree->sites[tree->n_sites];
        site->kind = s->kind < SW_NODE_KINDS ? s->kind : SW_NODE_NONE;
        site->line = s->line;
        site->address = s->address;
        site->callee = s->callee;
        site->caller = sw_profile_empty;
        site->label = sw_gather_need(sw_string_copy(s->label));
        site->file = sw_gather_need(sw_string_copy(s->file));
        site->function = sw_gather_need(sw_string_copy(s->function));
    }
}

static void add_locks(struct sw_program_tree *tree, const struct sw_live_tree *from)
{
    uint32_t n = from->n_locks < SW_LIVE_TREE_LOCKS ? from->n_locks : SW_LIVE_TREE_LOCKS;
    n = n && from->locks ? n : 1;
    SW_ROOM(tree->locks, n);
    for (tree->n_locks = 1; tree->n_locks < n; tree->n_locks++) {
        struct sw_tree_lock *lock = &tree->locks[tree->n_locks];
        lock->id = from->locks[tree->n_locks].id;
        lock->label = sw_gather_need(sw_string_copy(from->locks[tree->n_locks].label));
    }
}

/* Of a cilk_for, by the site of its calls. */
static bool has_own_grain(const struct sw_live *live, uint32_t site)
{
    return site < live->n_sites && live->sites[site].flags & SW_SITE_OWN_GRAIN;
}

static void add_nodes(struct sw_program_tree *tree, const struct sw_live *live,
                      const struct sw_tree *from)
{
    uint64_t n_nodes, n_items;
    sw_tree_size(from, &n_nodes, &n_items);
    SW_ROOM(tree->nodes, n_nodes);
    SW_ROOM(tree->items, n_items);
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

void sw_gather_tree(struct sw_profile *profile, struct sw_live *live)
{
    struct sw_live_tree *from = atomic_load(&live->tree);
    struct sw_program_tree *tree = &profile->tree;
    if (!from->tree)
        return;
    sw_tree_finish(from->tree);
    add_sites(tree, from);
    add_locks(tree, from);
    add_nodes(tree, live, from->tree);
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
}
