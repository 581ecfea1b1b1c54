/* In the place of the figures while those are not merged: so that all else can be linked. */
#include "analysis/tree_figures.h"

struct sw_node_figures *sw_tree_figures(const struct sw_program_tree *tree, double burden)
{
    (void)tree;
    (void)burden;
    return NULL;
}

struct sw_tree_site_figures *sw_tree_site_figures(const struct sw_program_tree *tree)
{
    (void)tree;
    return NULL;
}

double sw_tree_lock_bound(const struct sw_program_tree *tree, uint32_t *lock)
{
    (void)tree;
    *lock = 0;
    return 0;
}
