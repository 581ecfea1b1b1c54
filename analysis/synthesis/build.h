/* Between the two files that make a tree flat: plan.c (nodes) and section.c (a section's tasks). */
#pragma once

#include "analysis/synthesis/plan.h"

enum { SW_SYNTHESIS_WORKS = 256 };

struct sw_synthesis_build {
    const struct sw_program_tree *tree;
    struct sw_synthesis_tree *flat;
    /* By number of the tree's nodes. */
    uint32_t *made;                     /* node of the plan */
    double *length;                     /* with all that is in it */
    bool *plain;                        /* no sections and no locks in it */
    bool *has_tasks;                    /* of groups: tasks, of the section around it */
    uint32_t works[SW_SYNTHESIS_WORKS]; /* nodes that only compute, by length: the last ones made */
    uint64_t unfolded;                  /* tasks, one by one */
    int error;
};

/* Items as they come: those that only compute are taken together. */
struct sw_synthesis_list {
    struct sw_synthesis_item *items;
    size_t n, room;
    double plain, length;
};

void sw_synthesis_list_add(struct sw_synthesis_build *build, struct sw_synthesis_list *list,
                           uint32_t node, uint32_t count);

/* A node of what is in the list, and the list is empty again. 0: there was nothing. */
uint32_t sw_synthesis_list_close(struct sw_synthesis_build *build, struct sw_synthesis_list *list);

void sw_synthesis_list_release(struct sw_synthesis_list *list);

/* The section as a node of the plan. */
uint32_t sw_synthesis_build_section(struct sw_synthesis_build *build, uint32_t node);
