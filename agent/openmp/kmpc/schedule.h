/* Schedules as clang's code says them. */
#ifndef SPANWISE_AGENT_OPENMP_KMPC_SCHEDULE_H
#define SPANWISE_AGENT_OPENMP_KMPC_SCHEDULE_H

#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/simulator/simulator.h"

enum {
    SW_KMPC_STATIC_CHUNKED = 33,
    SW_KMPC_STATIC,
    SW_KMPC_DYNAMIC_CHUNKED,
    SW_KMPC_GUIDED_CHUNKED,
    SW_KMPC_RUNTIME,
    SW_KMPC_AUTO,
    SW_KMPC_TRAPEZOIDAL,
    SW_KMPC_STATIC_GREEDY,
    SW_KMPC_STATIC_BALANCED,
    SW_KMPC_GUIDED_ITERATIVE,
    SW_KMPC_GUIDED_ANALYTICAL,
    SW_KMPC_STATIC_STEAL,
    SW_KMPC_STATIC_BALANCED_CHUNKED,
    SW_KMPC_GUIDED_SIMD,
    SW_KMPC_RUNTIME_SIMD,
    SW_KMPC_ORDERED = 32,   /* added to those up to trapezoidal: from 65 on */
    SW_KMPC_NO_MERGE = 128, /* added to those and to the ordered ones: from 161 on */
    SW_KMPC_DISTRIBUTE_CHUNKED = 91,
    SW_KMPC_DISTRIBUTE_STATIC,
    SW_KMPC_MONOTONIC = 1 << 29,
    SW_KMPC_NONMONOTONIC = 1 << 30
};

/* What it is for a loop of n iterations that the thread comes to. */
struct sw_omp_loop sw_kmpc_schedule(const struct sw_omp_thread *thread, int32_t schedule,
                                    uint64_t n, int64_t chunk);

/* Iterations of for (i = lower; i <= upper; i += step), with a negative step >=. */
uint64_t sw_kmpc_trips(int64_t lower, int64_t upper, int64_t step);
uint64_t sw_kmpc_trips_unsigned(uint64_t lower, uint64_t upper, int64_t step);

/* The loop that the thread has come to has dependences if that was said before. */
void sw_kmpc_doacross_begin(struct sw_omp_thread *thread, struct sw_omp_share *share);

/* A loop that the thread has left by a jump (cancellation) ends at what it comes to next. */
void sw_kmpc_leave_loop(struct sw_omp_thread *thread);

#endif
