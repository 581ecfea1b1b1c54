/* Loops as gcc's code sees them: with its own counter, long or unsigned long long, which 64 bits do
 * for alike. */
#ifndef SPANWISE_AGENT_OPENMP_GOMP_LOOP_H
#define SPANWISE_AGENT_OPENMP_GOMP_LOOP_H

#include "agent/openmp/gomp/abi.h"
#include "agent/openmp/simulator/share.h"

#include <limits.h>

/* How gcc says a schedule. */
enum {
    SW_GOMP_RUNTIME,
    SW_GOMP_STATIC,
    SW_GOMP_DYNAMIC,
    SW_GOMP_GUIDED,
    SW_GOMP_AUTO,
    SW_GOMP_MONOTONIC = INT_MIN
};

/* The loops that gcc has a function of their own for, whatever they count in: name, schedule, ordered or not;
 * and without the schedule. */
#define SW_GOMP_LOOPS(LOOP, RUNTIME_LOOP)              \
    LOOP(static, SW_GOMP_STATIC, false)                \
    LOOP(dynamic, SW_GOMP_DYNAMIC, false)              \
    LOOP(guided, SW_GOMP_GUIDED, false)                \
    LOOP(nonmonotonic_dynamic, SW_GOMP_DYNAMIC, false) \
    LOOP(nonmonotonic_guided, SW_GOMP_GUIDED, false)   \
    LOOP(ordered_static, SW_GOMP_STATIC, true)         \
    LOOP(ordered_dynamic, SW_GOMP_DYNAMIC, true)       \
    LOOP(ordered_guided, SW_GOMP_GUIDED, true)         \
    RUNTIME_LOOP(runtime, false)                       \
    RUNTIME_LOOP(nonmonotonic_runtime, false)          \
    RUNTIME_LOOP(maybe_nonmonotonic_runtime, false)    \
    RUNTIME_LOOP(ordered_runtime, true)

struct sw_gomp_loop {
    uint64_t start, end, step;
    uint64_t n; /* iterations */
    long schedule;
    uint64_t chunk;
    bool ordered;
};

struct sw_gomp_loop sw_gomp_loop(long start, long end, long step, long schedule, long chunk);

/* Iterations from 0 to n - 1. */
struct sw_gomp_loop sw_gomp_loop_count(uint64_t n, long schedule, uint64_t chunk);

/* Inside the runtime: the thread comes to the loop; gets its next chunk. */
struct sw_omp_share *sw_gomp_loop_begin(struct sw_omp_thread *thread,
                                        const struct sw_gomp_loop *loop, enum sw_omp_kind kind,
                                        const void *address);
bool sw_gomp_loop_chunk(struct sw_omp_thread *thread, uint64_t *from, uint64_t *to);

#endif
