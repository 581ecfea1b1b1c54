/* Logical threads that can run, the one that is furthest behind in simulated time first. */
#ifndef SPANWISE_AGENT_OPENMP_SIMULATOR_READY_H
#define SPANWISE_AGENT_OPENMP_SIMULATOR_READY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sw_omp_thread;

struct sw_omp_ready_entry {
    uint64_t clock, order; /* of two at one time, who came first */
    struct sw_omp_thread *thread;
};

struct sw_omp_ready {
    struct sw_omp_ready_entry *entries; /* a heap */
    size_t n, room;
    uint64_t order;
};

/* Room for n in all. False: no memory. */
bool sw_omp_ready_reserve(struct sw_omp_ready *ready, size_t n);

void sw_omp_ready_push(struct sw_omp_ready *ready, struct sw_omp_thread *thread, uint64_t clock);

/* NULL: none. */
struct sw_omp_thread *sw_omp_ready_pop(struct sw_omp_ready *ready);

/* The time of the first one; UINT64_MAX: none. */
static inline uint64_t sw_omp_ready_first(const struct sw_omp_ready *ready)
{
    return ready->n ? ready->entries[0].clock : UINT64_MAX;
}

#endif
