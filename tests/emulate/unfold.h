/* A program tree written out: every repetition a node of its own, groups gone, so that nothing is left to be clever about. */
#pragma once

#include "profile/program_tree.h"

#include <stdbool.h>

struct unfolded {
    struct sw_node node; /* what it is; its items are below */
    struct unfolded **items;
    size_t n;
    size_t *task_at; /* SECTION: which items are tasks */
    size_t n_tasks;
    bool inside;   /* of a section */
    double burden; /* of the outermost section that it is in */
    double work;   /* in all that is in it */
};

/* The root; `burden` by site, or NULL. Ends the test where there is no memory. */
struct unfolded *unfold(const struct sw_program_tree *tree, const double *burden);
void unfold_release(struct unfolded *root);
