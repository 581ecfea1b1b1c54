/*
 * What the runtime's own bookkeeping of tasks costs, besides `task`. All of it is spent by the thread, and is no part of the
 * task that it is in. Who is behind uses the queue first, and may run meanwhile; what the thread does there next, before it lets
 * others run again, is part of the same use.
 */
#ifndef SPANWISE_AGENT_OPENMP_CORE_QUEUE_COST_H
#define SPANWISE_AGENT_OPENMP_CORE_QUEUE_COST_H

#include "agent/openmp/simulator/team.h"

/* A task that waits is to be made; and it is queued. */
void sw_omp_queue_pay_make(struct sw_omp_thread *thread, uint32_t construct);
void sw_omp_queue_pay_wake(struct sw_omp_thread *thread, uint32_t construct);

/* One that was taken from a queue, or is run at once, begins; and such a one has ended. */
void sw_omp_queue_pay_begin(struct sw_omp_thread *thread, const struct sw_omp_task *task,
                            uint32_t construct);
void sw_omp_queue_pay_end(struct sw_omp_thread *thread, const struct sw_omp_task *task);

/* An untied task is queued again, by itself, and goes on. */
void sw_omp_queue_pay_part(struct sw_omp_thread *thread);

/* The thread looks for a task, as it begins to wait or is woken; and once more after it has run one. */
void sw_omp_queue_pay_look(struct sw_omp_thread *thread, bool begins);
void sw_omp_queue_pay_again(struct sw_omp_thread *thread);

#endif
