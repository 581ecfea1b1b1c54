/* Serial code gets the names that samples have for it: invented trees and samples, all known by hand. */
#include "analysis/predict/tree_figures.h"
#include "analysis/predict/tree_sites.h"
#include "analysis/predict/what_if.h"
#include "tests/emulate/emulator_test.h"

/* main calls settle on line 40 and load on 41, both burn on their lines 19 and 29; main's regions call burn too. */
static char file[] = "a.c", main_[] = "main", settle[] = "settle", load[] = "load", burn[] = "burn";
static struct sw_sampled_frame frames[] = {{0x10, {main_, file, 40, 0, NULL}},
                                           {0x20, {settle, file, 19, 0, NULL}},
                                           {0x30, {burn, file, 5, 0, NULL}},
                                           {0x40, {load, file, 29, 0, NULL}}};
/* A path: one more than its caller's index, its frame, samples, those outside all sections. */
#define P(of, at, all, outside)                                                          \
    {                                                                                    \
        .caller = of, .frame = at, .on_work = all, .on_span = outside, .serial = outside \
    }
static struct sw_sampled_path paths[] = {P(0, 0, 0, 0),   P(1, 1, 0, 0), P(2, 2, 75, 75),
                                         P(1, 2, 100, 0), P(1, 3, 0, 0), P(5, 2, 20, 20),
                                         P(1, 0, 5, 5)};

static struct sw_profile profile_of(const char *text)
{
    struct sw_profile p = {.tree = tree_of(text),
                           .sampled = {.frames = frames,
                                       .n_frames = 4,
                                       .paths = paths,
                                       .n_paths = sizeof paths / sizeof *paths}};
    CHECK_EQ(sw_tree_name_serial(&p), 0);
    return p;
}

static void check_whole(const struct sw_program_tree *tree, double work, double span)
{
    struct sw_node_figures *figures = sw_tree_figures(tree, 0);
    const struct sw_node_figures *root = &figures[sw_program_tree_root(tree)];
    CHECK(fabs(root->work - work) < 1e-6 * work);
    CHECK(fabs(root->span - span) < 1e-6 * work);
    free(figures);
}

static uint32_t find(const struct sw_program_tree *tree, const char *name)
{
    struct sw_named_sites found;
    char why[300];
    if (sw_tree_sites_find(tree, name, &found, why, sizeof why))
        return 0;
    uint32_t site = found.n == 1 ? found.sites[0] : 0;
    free(found.sites);
    return site;
}

/* Between runs of a section, in a pattern, and at the end; the same length inside a task stays what it is. */
#define TREE "1000000 3 x group { section s { 2 x task { 1000000 } } 1000000 } 500000"

static void test_names(void)
{
    struct sw_profile p = profile_of(TREE);
    struct sw_tree_shares shares;
    check_whole(&p.tree, 10.5e6, 7.5e6);
    CHECK_EQ(sw_tree_shares_make(&shares, &p.tree), 0);
    uint32_t at = find(&p.tree, "settle"), other = find(&p.tree, "load");
    CHECK(at && other);
    CHECK_EQ(p.tree.sites[at].line, 19); /* not 5: burn is what parallel code calls as well */
    CHECK(fabs(shares.serial[at] - 0.75 * 4.5e6) < 100);
    CHECK(fabs(shares.serial[other] - 0.20 * 4.5e6) < 100);
    CHECK(fabs(shares.serial[0] - 0.05 * 4.5e6) < 100); /* main's own */
    CHECK_EQ(find(&p.tree, "main"), 0);
    sw_tree_shares_release(&shares);
    sw_program_tree_release(&p.tree);
}

static void test_change(void)
{
    struct sw_profile p = profile_of(TREE);
    struct sw_program_tree changed;
    uint32_t at = find(&p.tree, "settle");
    struct sw_change_of_sites twice = {.sites = &at, .n_sites = 1, .faster = 2};
    CHECK_EQ(sw_what_if(&changed, &p.tree, &twice, 1), 0);
    check_whole(&changed, 10.5e6 - 0.375 * 4.5e6, 7.5e6 - 0.375 * 4.5e6);
    sw_program_tree_release(&changed);
    sw_program_tree_release(&p.tree);
}

/* A few samples are no names. */
static void test_few(void)
{
    uint64_t before = paths[2].serial, others = paths[5].serial;
    paths[2].serial = paths[5].serial = 9;
    struct sw_profile p = profile_of(TREE);
    CHECK_EQ(find(&p.tree, "settle"), 0);
    check_whole(&p.tree, 10.5e6, 7.5e6);
    sw_program_tree_release(&p.tree);
    paths[2].serial = before;
    paths[5].serial = others;
}

int main(void)
{
    test_names();
    test_change();
    test_few();
    return check_done();
}
