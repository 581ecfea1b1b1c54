/* A program tree as it would be, were some of its sites faster or parallel: a new tree. */
#ifndef SPANWISE_ANALYSIS_WHAT_IF_H
#define SPANWISE_ANALYSIS_WHAT_IF_H

#include "profile/program_tree.h"

struct sw_change_of_site {
    uint32_t site; /* outermost instances of it: all that is in them */
    double faster; /* 4: takes a quarter; 1: as it is */
    unsigned
        parallel; /* 64: as a section of 64 tasks, each with a 64th of all that it has; 0 or 1: as it is */
};

/* Changes inside of one another multiply. Shares sites and locks with the old tree, which must live on. 0 or -ENOMEM. To be
 * released by sw_program_tree_release(). */
int sw_what_if(struct sw_program_tree *changed, const struct sw_program_tree *tree,
               const struct sw_change_of_site *changes, size_t n);

#endif
