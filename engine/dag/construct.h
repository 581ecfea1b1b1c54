/*
 * Places: a tree of constructs, each known by where it stands (a kind and a code address) and by the
 * place that it is in. Numbers are dense; 0 is the root, outside any construct. Recursion is folded:
 * a construct inside itself is the outer one's place, so the tree is as deep as the program has
 * constructs, not as its recursion.
 *
 * Which places are open around a strand is not what its place says: with A in B in A folded, B is
 * open too. The set of them is a number of its own, an *opening*: that of a place stands for the
 * place and its ancestors, higher ones for an opening and one place more.
 *
 * Constant amortized time; one thread at a time.
 */
#ifndef SPANWISE_ENGINE_DAG_CONSTRUCT_H
#define SPANWISE_ENGINE_DAG_CONSTRUCT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { SW_DAG_COUNTERS = 23, SW_DAG_PLACES_MAX = 1 << 20 };

/* Sums over the instances of a place that have ended. */
struct sw_dag_record {
    uint32_t parent, kind;
    uint64_t address;
    uint64_t count;
    uint64_t work;                      /* what strands spent in it, without the places within */
    uint64_t span, burdened;            /* of instances that are not inside another one of it */
    uint64_t counters[SW_DAG_COUNTERS]; /* the front end's */
};

struct sw_dag_slot {
    uint64_t address;
    uint32_t parent, kind;
    uint32_t number; /* 0: free */
};

struct sw_dag_opening {
    uint32_t before, place;
};

struct sw_dag_places {
    struct sw_arena *arena;
    struct sw_dag_record *records; /* move as there are more */
    uint32_t n, capacity;
    struct sw_dag_slot *slots;
    uint32_t n_slots, used; /* slots: a power of two */
    struct sw_dag_opening *openings;
    uint32_t n_openings, openings_capacity;
    uint64_t lost; /* places and openings for which there was no room */
};

/* The places are all zero. 0 or -ENOMEM. */
int sw_dag_places_init(struct sw_dag_places *places, struct sw_arena *arena);

/* The place of a construct that stands in another one's; 0 if it is not known yet. */
uint32_t sw_dag_places_find(const struct sw_dag_places *places, uint32_t parent, uint32_t kind,
                            uint64_t address);

/* The same; makes it if it is not known yet, and gives the parent's if there is no memory. */
uint32_t sw_dag_places_intern(struct sw_dag_places *places, uint32_t parent, uint32_t kind,
                              uint64_t address);

uint32_t sw_dag_places_open_slow(struct sw_dag_places *places, uint32_t opening, uint32_t place);

/* The opening when a strand at place `from`, with all of `opening` around it, enters a place: the
 * same one if the place is open already. */
static inline uint32_t sw_dag_places_open(struct sw_dag_places *places, uint32_t opening,
                                          uint32_t from, uint32_t place)
{
    if (place == from)
        return opening;
    if (opening == from && places->records[place].parent == from)
        return place;
    return sw_dag_places_open_slow(places, opening, place);
}

#endif
