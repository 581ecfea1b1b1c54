/* More stack for tasks that are nested deeper than the stack of their thread is. */
#ifndef SPANWISE_OPENMP_SEGMENT_H
#define SPANWISE_OPENMP_SEGMENT_H

#include <stdint.h>

struct sw_omp_thread;

/* function(data), on a fresh piece of stack where there is little left. Outside the runtime. */
void sw_omp_segment_call(struct sw_omp_thread *thread, void (*function)(void *), void *data);

/* The piece of a thread whose stack has that as its lowest address: where it ends, and the lowest address
 * of the stack before it. Signal-safe. */
struct sw_omp_segment {
    uint64_t high, outer_low;
};
struct sw_omp_segment sw_omp_segment_at(uint64_t low);

#endif
