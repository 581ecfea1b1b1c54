/* More stack for tasks that are nested deeper than the stack of their thread is. */
#pragma once

#include <stdint.h>

struct sw_omp_thread;

/* Runs the function of the thread's task, outside the runtime, on a fresh piece of stack where there is little
 * left; and notes from where on the stack is the task's own. */
void sw_omp_segment_call(struct sw_omp_thread *thread);

/* Where a piece ends whose lowest address is that. Signal-safe. */
uint64_t sw_omp_segment_end(uint64_t low);
