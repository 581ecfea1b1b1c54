/* A program tree made flat for the synthesizer: analysis/synthesis/flat.h says what of it becomes what. */
#pragma once

#include "analysis/synthesis/flat.h"
#include "profile/program_tree.h"

/* One table of a plan as it grows. */
struct sw_synthesis_rows {
    char *data;
    size_t n, room;
};

/* A section or region outside all others. */
struct sw_synthesis_outermost {
    uint32_t node; /* of the plan */
    double count;  /* times in the tree */
};

struct sw_synthesis_tree {
    struct sw_synthesis_rows rows[SW_SYNTHESIS_TABLES]; /* up to the steps; the others are empty */
    struct sw_synthesis_outermost *outermost;
    size_t n_outermost;
    double work;    /* of the tree */
    double serial;  /* of it: outside all sections */
    unsigned depth; /* of nodes inside each other */
};

/* 0, -ENOMEM, or -E2BIG: too large unfolded. To be released in any case. */
int sw_synthesis_tree_make(struct sw_synthesis_tree *flat, const struct sw_program_tree *tree);
void sw_synthesis_tree_release(struct sw_synthesis_tree *flat);

static inline const struct sw_synthesis_node *
sw_synthesis_tree_node(const struct sw_synthesis_tree *flat, uint32_t number)
{
    return (const struct sw_synthesis_node *)flat->rows[SW_SYNTHESIS_NODES].data + number;
}
