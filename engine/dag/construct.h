/*
 * Constructs: a tree, each known by where it stands (a kind and a code address) and by the
 * construct that it is in. Numbers are dense; 0 is the root, outside any construct. Recursion is folded:
 * a construct inside itself is the outer one, so the tree is as deep as the program has
 * constructs, not as its recursion.
 *
 * Which constructs are open around a strand is not what its construct says: with A in B in A folded, B is
 * open too. The set of them is a number of its own, an *opening*: that of a construct stands for the
 * construct and its ancestors, higher ones for an opening and one construct more.
 *
 * Constant amortized time; one thread at a time.
 */
#ifndef SPANWISE_ENGINE_DAG_CONSTRUCT_H
#define SPANWISE_ENGINE_DAG_CONSTRUCT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { SW_DAG_COUNTERS = 36, SW_DAG_CONSTRUCTS_MAX = 1 << 20 };

/* Sums over the instances of a construct that have ended. */
struct sw_dag_record {
    uint32_t parent, kind;
    uint64_t address;
    uint64_t count;
    uint64_t work;           /* what strands spent in it, without the constructs within */
    uint64_t span, burdened; /* of instances that are not inside another one of it */
    uint64_t counters[SW_DAG_COUNTERS]; /* the front end's */
};

struct sw_dag_slot {
    uint64_t address;
    uint32_t parent, kind;
    uint32_t number; /* 0: free */
};

struct sw_dag_opening {
    uint32_t before, construct;
};

struct sw_dag_constructs {
    struct sw_arena *arena;
    struct sw_dag_record *records; /* move as there are more */
    uint32_t n, capacity;
    struct sw_dag_slot *slots;
    uint32_t n_slots, used; /* slots: a power of two */
    struct sw_dag_opening *openings;
    uint32_t n_openings, openings_capacity;
    uint64_t lost; /* constructs and openings for which there was no room */
};

/* The constructs are all zero. 0 or -ENOMEM. */
int sw_dag_constructs_init(struct sw_dag_constructs *constructs, struct sw_arena *arena);

/* The construct that stands in another one; 0 if it is not known yet. */
uint32_t sw_dag_constructs_find(const struct sw_dag_constructs *constructs, uint32_t parent,
                                uint32_t kind, uint64_t address);

/* The same; makes it if it is not known yet, and gives the parent's if there is no memory. */
uint32_t sw_dag_constructs_intern(struct sw_dag_constructs *constructs, uint32_t parent,
                                  uint32_t kind, uint64_t address);

uint32_t sw_dag_constructs_open_slow(struct sw_dag_constructs *constructs, uint32_t opening,
                                     uint32_t construct);

/* The opening when a strand at construct `from`, with all of `opening` around it, enters a construct: the
 * same one if the construct is open already. */
static inline uint32_t sw_dag_constructs_open(struct sw_dag_constructs *constructs,
                                              uint32_t opening, uint32_t from, uint32_t construct)
{
    if (construct == from)
        return opening;
    if (opening == from && constructs->records[construct].parent == from)
        return construct;
    return sw_dag_constructs_open_slow(constructs, opening, construct);
}

#endif
