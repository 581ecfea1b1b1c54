/*
 * Work and span of the program tree in a profile, by a calculation of this test's own, beside those that the
 * profile was measured with, and how large it is: "work W W0 span S S0 sections N tasks N locks N nodes N
 * items N". With -t, the tree.
 */
#include "profile/file.h"
#include "profile/tree_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct figures {
    double work, span, sections, tasks, locks;
};

/* The end of the longest, from where the node's items begin; `at` is where who does them stands. Sections
 * without a wait end with what they are in. */
static void add(const struct sw_program_tree *tree, const struct figures *of, uint32_t number,
                double *at, double *end)
{
    const struct sw_node *node = &tree->nodes[number];
    for (uint32_t i = 0; i < node->n_items; i++) {
        const struct sw_item *item = &tree->items[node->first + i];
        const struct sw_node *inner = &tree->nodes[item->node];
        if (inner->kind == SW_NODE_TASK || inner->flags & SW_NODE_NOWAIT) {
            double ends = *at + of[item->node].span;
            *end = ends > *end ? ends : *end;
        } else if (inner->kind == SW_NODE_GROUP) {
            for (uint32_t k = 0; k < item->count; k++)
                add(tree, of, item->node, at, end);
        } else {
            *at += item->count * of[item->node].span;
        }
    }
}

static struct figures figure(const struct sw_program_tree *tree, const struct figures *of,
                             uint32_t number)
{
    const struct sw_node *node = &tree->nodes[number];
    struct figures f = {0};
    double at = 0, end = 0;
    if (node->kind == SW_NODE_WORK) {
        f.work = f.span = node->count ? (double)node->sum / (double)node->count : 0;
        return f;
    }
    for (uint32_t i = 0; i < node->n_items; i++) {
        const struct sw_item *item = &tree->items[node->first + i];
        f.work += item->count * of[item->node].work;
        f.sections += item->count * of[item->node].sections;
        f.tasks += item->count * of[item->node].tasks;
        f.locks += item->count * of[item->node].locks;
    }
    add(tree, of, number, &at, &end);
    f.span = at > end ? at : end;
    f.sections += node->kind == SW_NODE_SECTION;
    f.tasks += node->kind == SW_NODE_TASK;
    f.locks += node->kind == SW_NODE_LOCK;
    return f;
}

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
    struct figures *of = calloc(tree->n_nodes, sizeof *of);
    if (!of)
        return 2;
    for (uint32_t i = 1; i < tree->n_nodes; i++)
        of[i] = figure(tree, of, i);
    const struct figures *root = &of[sw_program_tree_root(tree)];
    printf("work %.0f %" PRIu64 " span %.0f %" PRIu64
           " sections %.0f tasks %.0f locks %.0f nodes %zu items %zu bytes %" PRIu64 "\n",
           root->work, p.whole.work, root->span, p.whole.span, root->sections, root->tasks,
           root->locks, tree->n_nodes, tree->n_items, tree->measure.bytes);
    if (!strcmp(argv[1], "-t"))
        sw_tree_text_print(tree, stdout, 0);
    free(of);
    sw_profile_release(&p);
    return 0;
}
