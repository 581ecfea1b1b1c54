/*
 * Work and span of the program tree in a profile, beside those that the profile was measured with, and
 * how large it is: "work W W0 span S S0 sections N tasks N locks N nodes N items N bytes N". With -t, the tree.
 */
#include "tests/tree-run/figures.h"
#include "profile/file.h"
#include "tests/profile/tree_text_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct sw_profile p;
    char why[512];
    sw_profile_init(&p);
    if (argc < 2 || sw_profile_read(&p, argv[argc - 1], why, sizeof why) < 0) {
        fprintf(stderr, "%s\n", argc < 2 ? "usage: figures [-t] PROFILE" : why);
        return 2;
    }
    const struct sw_program_tree *tree = &p.tree;
    if (!tree->n_nodes) {
        puts("no tree");
        return 1;
    }
    struct figures root = figures_of(tree->nodes, tree->n_nodes, tree->items);
    printf("work %.0f %" PRIu64 " span %.0f %" PRIu64
           " sections %.0f tasks %.0f locks %.0f nodes %zu items %zu bytes %" PRIu64 "\n",
           root.work, p.whole.work, root.span, p.whole.span, root.sections, root.tasks, root.locks,
           tree->n_nodes, tree->n_items, tree->measure.bytes);
    if (!strcmp(argv[1], "-t"))
        test_tree_text_print(tree, stdout, 0);
    sw_profile_release(&p);
    return 0;
}
