/*
 * What threads do with tasks (simulator/task.h): make them, queue them, run them, wait for them. Inside the runtime but
 * where it says otherwise.
 */
#pragma once

#include "agent/openmp/simulator/task.h"
#include "agent/openmp/simulator/team.h"

/* When a task runs that is made now. */
enum sw_omp_turn {
    SW_OMP_WAITS,   /* when somebody takes it, */
    SW_OMP_AT_ONCE, /* now, on its creator's thread, though others could have taken it, */
    SW_OMP_AS_PART, /* ... or could not: the dag says so too */
};

/* `deferrable`: nothing of its own is against waiting. The second: of a taskloop, all alike. */
enum sw_omp_turn sw_omp_task_turn(struct sw_omp_thread *thread, bool deferrable);
enum sw_omp_turn sw_omp_tasks_turn(const struct sw_omp_thread *thread, bool deferrable, uint64_t n);

/* A task of the thread's current one, with room for data of its own; it is not known to anybody yet. */
struct sw_omp_task *sw_omp_task_new(struct sw_omp_thread *thread, size_t size, size_t alignment);

/* It is made known: queued, or run here at once. `address` is where it was made. */
void sw_omp_task_submit(struct sw_omp_thread *thread, struct sw_omp_task *task,
                        enum sw_omp_turn turn, const void *address);

/* It can run from now on. Its dependences are met. */
void sw_omp_task_queue(struct sw_omp_task *task);

/* Runs a task that is not queued any more, on the thread. Returns how long that had to wait, in simulated time, until
 * what the task depends on had ended: a wait of who has nothing else to run. */
uint64_t sw_omp_task_run(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* The parts of these, for who calls the task's function itself: it is made known, and will run here (its
 * dependences are met); it begins, after a wait of the length that is returned; it has ended. */
void sw_omp_task_announce(struct sw_omp_thread *thread, struct sw_omp_task *task,
                          enum sw_omp_turn turn, const void *address);
uint64_t sw_omp_task_begin(struct sw_omp_thread *thread, struct sw_omp_task *task);
void sw_omp_task_end(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* All that it stands for has happened: its parent, group and team are told. */
void sw_omp_task_complete(struct sw_omp_thread *thread, struct sw_omp_task *task);

/* Those of its children that it wants go first from now on. */
void sw_omp_task_prefer(struct sw_omp_task *parent);

struct sw_omp_task *sw_omp_task_of_team(struct sw_omp_team *team);
struct sw_omp_task *sw_omp_task_of_parent(struct sw_omp_task *parent);
struct sw_omp_task *sw_omp_task_of_group(struct sw_omp_group *group);
struct sw_omp_task *sw_omp_task_below(struct sw_omp_task *task); /* any descendant */

/* Runs children of the thread's task, or waits, until it is so. Returns what it has waited. */
uint64_t sw_omp_task_wait_until(struct sw_omp_thread *thread, bool (*is_so)(const void *),
                                const void *argument);

/* Whoever waits there goes on, not before that time. */
void sw_omp_wake_waiter(struct sw_omp_thread **waiter, uint64_t clock);

/* Waits for those children that the task depends on, which is nothing else; it goes away. */
void sw_omp_taskwait_for(struct sw_omp_thread *thread, struct sw_omp_task *task,
                         const void *address);

/* Waits for children; for all of the group that is begun and ended. */
void sw_omp_taskwait(struct sw_omp_thread *thread, const void *address);
void sw_omp_group_begin(struct sw_omp_thread *thread, const void *address);
void sw_omp_group_begin_at(struct sw_omp_thread *thread, uint32_t construct);
void sw_omp_group_end(struct sw_omp_thread *thread);

/* A place where the thread may run another task. Outside the runtime. */
void sw_omp_taskyield(void);

/* Its own record; an implicit one's too. */
void sw_omp_task_init(struct sw_omp_task *task, struct sw_omp_task *parent,
                      struct sw_omp_team *team);
void sw_omp_task_release(struct sw_omp_task *task);

/*
 * What the runtime's own bookkeeping of tasks costs, besides `task`. All of it is spent by the thread, and is no part of the
 * task that it is in. Who is behind uses the queue first, and may run meanwhile; what the thread does there next, before it lets
 * others run again, is part of the same use.
 */

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
