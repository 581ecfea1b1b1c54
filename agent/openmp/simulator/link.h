/* Doubly linked lists with a head in the ring. */
#ifndef SPANWISE_AGENT_OPENMP_SIMULATOR_LINK_H
#define SPANWISE_AGENT_OPENMP_SIMULATOR_LINK_H

#include <stdbool.h>

struct sw_omp_link {
    struct sw_omp_link *next, *previous;
};

static inline void sw_omp_link_init(struct sw_omp_link *head)
{
    head->next = head->previous = head;
}

static inline bool sw_omp_link_is_empty(const struct sw_omp_link *head)
{
    return head->next == head;
}

static inline void sw_omp_link_put_before(struct sw_omp_link *at, struct sw_omp_link *link)
{
    link->next = at;
    link->previous = at->previous;
    at->previous->next = link;
    at->previous = link;
}

static inline void sw_omp_link_remove(struct sw_omp_link *link)
{
    link->next->previous = link->previous;
    link->previous->next = link->next;
}

#endif
