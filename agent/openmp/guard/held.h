/*
 * The program's own locks in simulated time: when one was released, by which a thread that is behind
 * knows that it was held then, though it finds it free; and what to count of it. By address, in a table
 * that forgets: then a wait is not seen.
 */
#ifndef SPANWISE_AGENT_OPENMP_GUARD_HELD_H
#define SPANWISE_AGENT_OPENMP_GUARD_HELD_H

#include "agent/openmp/simulator/simulator.h"

struct sw_omp_held {
    const void *address;
    uint64_t taken, free_at;
    uint32_t construct;
    uint32_t depth; /* how often it is held, by one that may take it again */
};

/* NULL: no memory. */
struct sw_omp_held *sw_omp_held(struct sw_omp_simulator *simulator, const void *address);

/* The thread has got it for real, since it came at that time. */
void sw_omp_held_take(struct sw_omp_thread *thread, const void *address, uint32_t construct,
                      uint64_t since);

/* It releases it, for real as well, and lets one go that waits. */
void sw_omp_held_release(struct sw_omp_thread *thread, const void *address);

/* Whether it is held at the thread's time. */
bool sw_omp_held_now(const struct sw_omp_thread *thread, const void *address);

#endif
