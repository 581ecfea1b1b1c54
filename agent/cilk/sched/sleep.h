/* The fence of all threads: where the kernel has none, owners of deques fence by themselves. */
#ifndef SPANWISE_AGENT_CILK_SCHED_SLEEP_H
#define SPANWISE_AGENT_CILK_SCHED_SLEEP_H

#include <stdbool.h>

void sw_fence_init(bool wanted);
bool sw_fence_of_all(void);

#endif
