/*
 * Loops across whose iterations there are dependences: an iteration posts that it has come as far as
 * others wait for, and waits for earlier ones. Iterations of nested loops are numbered in one row, by
 * the interface that knows their bounds.
 */
#ifndef SPANWISE_AGENT_OPENMP_CORE_DOACROSS_H
#define SPANWISE_AGENT_OPENMP_CORE_DOACROSS_H

#include "agent/openmp/simulator/simulator.h"

struct sw_omp_doacross;

/* Of n iterations in all. Belongs to a share. */
struct sw_omp_doacross *sw_omp_doacross_new(uint64_t n);
void sw_omp_doacross_release(struct sw_omp_simulator *simulator, struct sw_omp_doacross *doacross);

/* Iterations are below n. A wait counts as one for a lock, of the construct. */
void sw_omp_doacross_post(struct sw_omp_thread *thread, struct sw_omp_doacross *doacross,
                          uint64_t iteration);
void sw_omp_doacross_wait(struct sw_omp_thread *thread, struct sw_omp_doacross *doacross,
                          uint64_t iteration, uint32_t construct);

#endif
