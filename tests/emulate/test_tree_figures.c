/* Work, span and burdened span of invented trees, by node and by site: all known by hand. */
#include "analysis/predict/tree_figures.h"
#include "tests/emulate/emulator_test.h"

static struct sw_node_figures root_of(const char *text, double burden)
{
    struct sw_program_tree tree = tree_of(text);
    struct sw_node_figures *figures = sw_tree_figures(&tree, burden);
    struct sw_node_figures root = figures[sw_program_tree_root(&tree)];
    free(figures);
    sw_program_tree_release(&tree);
    return root;
}

static void test_spans(void)
{
    CHECK_TIME(root_of("5 section { 3 x task {10} task {20} } 7", 0).span, 32);
    CHECK_TIME(root_of("5 section { 3 x task {10} task {20} } 7", 0).work, 62);
    CHECK_EQ(root_of("5 section { 3 x task {10} task {20} } 7", 0).tasks, 4);
    /* own work of the maker delays the tasks that follow */
    CHECK_TIME(root_of("section { task {10} 8 task {10} 1 }", 0).span, 18);
    CHECK_TIME(root_of("section { task {10} 8 task {10} 11 }", 0).span, 19);
    CHECK_TIME(root_of("section { 5 x group { task {10} 2 } }", 0).span, 18);
    /* nowait: what follows goes on beside it, up to the end of the call */
    CHECK_TIME(root_of("call { section nowait { task {10} } 4 } 1", 0).span, 11);
    CHECK_TIME(root_of("call { section nowait { task {10} } 14 } 1", 0).span, 15);
    CHECK_TIME(root_of("call { 2 x group { section nowait { task {10} } 4 } } 1", 0).span, 15);
}

static void test_burden(void)
{
    /* each continuation of a spawn; a loop of 8 is halved three times */
    CHECK_TIME(root_of("section spawn { task {10} task {10} }", 3).burdened_span, 13);
    CHECK_TIME(root_of("section spawn { task {10} 20 }", 3).burdened_span, 23);
    CHECK_TIME(root_of("section { 8 x task {10} }", 3).burdened_span, 19);
    CHECK_TIME(root_of("section { 8 x task {10} }", 3).span, 10);
}

static uint32_t site_of(const struct sw_program_tree *tree, const char *label)
{
    for (uint32_t i = 1; i < tree->n_sites; i++)
        if (!strcmp(tree->sites[i].label, label))
            return i;
    return 0;
}

static void test_sites(void)
{
    struct sw_program_tree tree = tree_of("call main { 5 section s { 4 x task t { call f { 10 } 1 "
                                          "} task u { call f { 30 call f { 2 } } } } }");
    struct sw_tree_site_figures *sites = sw_tree_site_figures(&tree);
    struct sw_tree_site_figures f = sites[site_of(&tree, "f")];
    CHECK_EQ(f.count, 5); /* of six, one is inside another */
    CHECK_TIME(f.work, 72);
    CHECK_TIME(f.own_work, 72);
    CHECK_EQ(f.span_count, 1);
    CHECK_TIME(f.on_span, 32);
    CHECK_TIME(f.own_on_span, 32);
    struct sw_tree_site_figures t = sites[site_of(&tree, "t")];
    CHECK_EQ(t.count, 4);
    CHECK_EQ(t.span_count, 0);
    CHECK_TIME(t.own_work, 4);
    struct sw_tree_site_figures m = sites[site_of(&tree, "main")];
    CHECK_TIME(m.work, 81);
    CHECK_TIME(m.on_span, 37);
    CHECK_TIME(m.own_on_span, 5);
    double own = 0, own_on_span = 0;
    for (size_t i = 0; i < tree.n_sites; i++) {
        own += sites[i].own_work;
        own_on_span += sites[i].own_on_span;
    }
    CHECK_TIME(own, 81);
    CHECK_TIME(own_on_span, 37);
    free(sites);
    sw_program_tree_release(&tree);
}

static void test_locks(void)
{
    uint32_t lock;
    struct sw_program_tree tree =
        tree_of("section { 10 x task { lock a { 5 lock a { 2 } } lock b { 6 } } } lock b { 9 }");
    CHECK_TIME(sw_tree_lock_bound(&tree, &lock), 70);
    CHECK_STR(tree.locks[lock].label, "a");
    sw_program_tree_release(&tree);
}

int main(void)
{
    test_spans();
    test_burden();
    test_sites();
    test_locks();
    return check_done();
}
