#include "collect/openmp_tree.h"
#include "collect/openmp.h"
#include "live/live.h"
#include "live/openmp.h"
#include "live/tree.h"

#include <errno.h>
#include <stdlib.h>

static const struct sw_omp_record *recorded(const struct sw_live *live)
{
    const struct sw_omp_record *r = atomic_load(&live->openmp);
    while (r && !r->tree_lacks)
        r = r->next;
    return r;
}

static int add_sites(struct sw_live_tree *tree, const struct sw_dag *dag)
{
    uint32_t n = sw_dag_n_constructs(dag);
    struct sw_live_tree_site *sites = calloc((size_t)n * SW_OMP_TREE_SITES, sizeof *sites);
    if (!sites)
        return -ENOMEM;
    for (uint32_t i = 1; i < n; i++) {
        const struct sw_dag_record *construct = sw_dag_record(dag, i);
        struct sw_live_tree_site *s = &sites[i * SW_OMP_TREE_SITES];
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
    tree->sites = sites;
    tree->n_sites = n * SW_OMP_TREE_SITES;
    return 0;
}

static void warn(struct sw_profile *p, const struct sw_omp_record *r, uint64_t processors)
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
            (unsigned long long)r->tree_alike);
    if (r->tree_lost)
        sw_profile_warn(
            p,
            "%llu tasks, locks and chunks between two barriers did not fit into the memory of the "
            "program tree, and count as work only: --tree=MEMORY gives it more",
            (unsigned long long)r->tree_lost);
}

int sw_omp_gather_tree(struct sw_profile *p, struct sw_live *live,
                       const struct sw_omp_record *record)
{
    struct sw_live_tree *tree = atomic_load(&live->tree);
    const struct sw_omp_record *r = recorded(live);
    if (!tree || !r)
        return 0;
    sw_tree_pass(tree->tree, *r->tree_lacks);
    warn(p, r, live->options.processors);
    if (r != record)
        sw_profile_warn(p, "the program tree is that of the first thread that used OpenMP, and not "
                           "of the one that worked longest");
    return add_sites(tree, &r->dag);
}
