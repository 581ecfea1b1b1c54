/* More stack for tasks that are nested deeper than the stack of their thread is. */
#ifndef SPANWISE_OPENMP_SEGMENT_H
#define SPANWISE_OPENMP_SEGMENT_H

struct sw_omp_thread;

/* function(data), on a fresh piece of stack where there is little left. Outside the runtime. */
void sw_omp_segment_call(struct sw_omp_thread *thread, void (*function)(void *), void *data);

#endif
