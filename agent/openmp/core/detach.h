/*
 * Detach: the event that a task waits for besides its own end. It is fulfilled by anybody, any time, from
 * another OS thread as well; that leaves a note for the task's simulator, which looks when it has nothing
 * else to do.
 */
#ifndef SPANWISE_AGENT_OPENMP_CORE_DETACH_H
#define SPANWISE_AGENT_OPENMP_CORE_DETACH_H

#include "agent/openmp/simulator/task.h"

struct sw_omp_detach;

/* Of a task that is not submitted yet. It goes away with the task's completion. */
struct sw_omp_detach *sw_omp_detach_new(struct sw_omp_thread *thread, struct sw_omp_task *task);

void sw_omp_detach_fulfill(struct sw_omp_thread *thread, struct sw_omp_detach *detach);

/* The task's function has ended. False: it is completed later. */
bool sw_omp_detach_is_past(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* Completes tasks whose events others have fulfilled. */
void sw_omp_detached_take(struct sw_omp_thread *thread);

#endif
