/*
 * The call sites of a profile as a graph of functions, and how what is below a function is shared out over
 * those who call it: for sites.c.
 */
#pragma once

#include "base/pool.h"
#include "profile/profile.h"

enum { SW_FLAME_WORK, SW_FLAME_SPAN, SW_FLAME_SIDES };

#define SW_FLAME_LEAF UINT32_MAX /* in place of a function: nothing is called there */

/* A call site, or the outside's call of a function that nobody was seen to call. */
struct sw_flame_edge {
    uint32_t caller, callee; /* functions */
    size_t site;             /* SW_FLAME_NO_SITE: none */
    double local[SW_FLAME_SIDES];
    double weight[SW_FLAME_SIDES]; /* what it spent in the callee beyond the callee's own code */
    double count[SW_FLAME_SIDES];
    /* Of what is below its callee, how much is by it: of an edge that leads into a component, of all that do; of one
     * within, of all within it that call the function. */
    double share[SW_FLAME_SIDES];
};

struct sw_flame_function {
    const char *name;
    uint32_t first, n;               /* edges */
    uint32_t first_within, n_within; /* of `within`: the edges of its component that call it */
    uint32_t component;
    double exits[SW_FLAME_SIDES]; /* all that leaves its component from here */
};

/* Functions that call each other in a cycle, or one alone. */
struct sw_flame_component {
    uint32_t first, n;            /* of `members` */
    double below[SW_FLAME_SIDES]; /* what all edges from it have, and lead to */
};

struct sw_flame_graph {
    struct sw_flame_function *functions; /* the first is what is outside all: it calls the roots */
    size_t n_functions;
    struct sw_flame_edge *edges; /* by caller */
    size_t n_edges;
    struct sw_flame_component *components; /* callees first; the last is the outside */
    size_t n_components;
    uint32_t *members; /* functions, by component */
    uint32_t *within;
    struct sw_pool pool;
};

/* 0 or -ENOMEM (then it is empty). Borrows the profile's names. */
int sw_flame_graph_make(struct sw_flame_graph *graph, const struct sw_profile *profile);
void sw_flame_graph_release(struct sw_flame_graph *graph);

/* Whether an edge stays within its component. */
static inline int sw_flame_is_within(const struct sw_flame_graph *g, const struct sw_flame_edge *e)
{
    return e->callee != SW_FLAME_LEAF &&
           g->functions[e->caller].component == g->functions[e->callee].component;
}
