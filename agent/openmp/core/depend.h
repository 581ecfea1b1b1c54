/*
 * Dependences between sibling tasks, by address. Of each address the parent remembers the last tasks
 * that used it alike (readers, or one writer) and those before them; a new task comes after the latter,
 * or after both. What has ended is remembered as well: the edge is in the dag, though nobody waits.
 */
#pragma once

#include "agent/openmp/simulator/task.h"

enum sw_omp_depend {
    SW_OMP_DEPEND_IN,
    SW_OMP_DEPEND_OUT, /* inout, mutexinoutset */
    SW_OMP_DEPEND_INOUTSET,
    SW_OMP_DEPEND_ALL /* omp_all_memory */
};

/* Before the task is submitted, for each of its dependences. */
void sw_omp_depend_add(struct sw_omp_thread *thread, struct sw_omp_task *task, const void *address,
                       enum sw_omp_depend how);

/* It is to start: not before all that it depends on. */
void sw_omp_depend_begin(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* Its parent waits for a task that it precedes. */
bool sw_omp_depend_is_wanted(const struct sw_omp_task *task);

bool sw_omp_depend_is_met(const struct sw_omp_task *task);

/* Until it is so. On the thread of its parent. */
uint64_t sw_omp_depend_wait(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* The task has ended: those that waited for it alone are queued. */
void sw_omp_depend_end(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* All children have ended and been waited for. */
void sw_omp_depend_forget(struct sw_omp_simulator *simulator, struct sw_omp_task *parent);

/*
 * Detach: the event that a task waits for besides its own end. It is fulfilled by anybody, any time, from
 * another OS thread as well; that leaves a note for the task's simulator, which looks when it has nothing
 * else to do.
 */

struct sw_omp_detach;

/* Of a task that is not submitted yet. It goes away with the task's completion. */
struct sw_omp_detach *sw_omp_detach_new(struct sw_omp_thread *thread, struct sw_omp_task *task);

void sw_omp_detach_fulfill(struct sw_omp_thread *thread, struct sw_omp_detach *detach);

/* The task's function has ended. False: it is completed later. */
bool sw_omp_detach_is_past(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* Completes tasks whose events others have fulfilled. */
void sw_omp_detached_take(struct sw_omp_thread *thread);
