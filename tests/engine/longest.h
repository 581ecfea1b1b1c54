/* An explicit dag, and the longest way to each of its nodes by dynamic programming from scratch. */
#pragma once

#include <stdint.h>

enum { NODES = 12000 };

struct edge {
    int from;
    uint64_t burden;
};

struct node {
    uint64_t cost;
    uint32_t construct;
    uint32_t closed; /* the construct of an instance that ended at its end, plus one */
    uint32_t item;   /* noted, 0: none */
    struct edge in[2];
    int n_in;
    uint64_t span, burdened; /* found at its end */
    int longest;             /* the node before */
};

static struct node nodes[NODES];
static int n_nodes;

/* Longest ways to all nodes, the first of equals. */
static void solve(void)
{
    for (int i = 0; i < n_nodes; i++) {
        struct node *n = &nodes[i];
        n->span = n->burdened = 0;
        n->longest = -1;
        for (int k = 0; k < n->n_in; k++) {
            const struct node *from = &nodes[n->in[k].from];
            if (n->longest < 0 || from->span > n->span) {
                n->span = from->span;
                n->longest = n->in[k].from;
            }
            if (from->burdened + n->in[k].burden > n->burdened)
                n->burdened = from->burdened + n->in[k].burden;
        }
        n->span += n->cost;
        n->burdened += n->cost;
    }
}
