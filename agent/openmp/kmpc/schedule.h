/* Schedules as clang's code says them. */
#pragma once

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

/* A loop that the thread has left by a jump (cancellation) ends at what it comes to next. */
void sw_kmpc_leave_loop(struct sw_omp_thread *thread);
