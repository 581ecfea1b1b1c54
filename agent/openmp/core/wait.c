/* Waiting for tasks: taskwait, taskgroup, dependences, taskyield. Who waits runs tasks meanwhile that it
 * waits for: no others, which could be in the way of what it holds. libgomp has it run children, libomp
 * what descends from it. */
#include "agent/openmp/core/constructs.h"

#include <stdlib.h>

/* One to run while the parent waits for its children, or for the group that it has begun last: tasks of that may depend on other
 * children, made before it. */
static struct sw_omp_task *take_one(struct sw_omp_task *parent, struct sw_omp_group *group)
{
    struct sw_omp_task *task = group ? sw_omp_task_of(&group->waiting, SW_OMP_OF_GROUP) : NULL;
    if (!task)
        task = sw_omp_task_of(&parent->waiting, SW_OMP_OF_PARENT);
    return task || group || !sw_omp_settings.libomp ? task : sw_omp_task_below(parent);
}

/* Without anything to run. What tasks that run meanwhile wait for is theirs. */
static uint64_t block(struct sw_omp_thread *t)
{
    uint64_t waited = t->phase;
    sw_omp_block(t);
    return t->phase - waited;
}

static uint64_t wait_for(struct sw_omp_thread *t, struct sw_omp_group *group,
                         bool (*is_so)(const void *), const void *argument)
{
    struct sw_omp_task *task = t->task, *other;
    struct sw_omp_thread *unused, **waiter = group ? &group->waiter : &unused;
    uint64_t waited = 0;
    if (!is_so(argument))
        sw_omp_queue_pay_look(t, true);
    while (!is_so(argument)) {
        if ((other = take_one(task, group))) {
            waited += sw_omp_task_run(t, other);
            if (!is_so(argument))
                sw_omp_queue_pay_again(t);
        } else {
            *waiter = task->waiter = t;
            waited += block(t);
            *waiter = task->waiter = NULL;
            sw_omp_queue_pay_look(t, false);
        }
    }
    return waited;
}

uint64_t sw_omp_task_wait_until(struct sw_omp_thread *t, bool (*is_so)(const void *),
                                const void *argument)
{
    return wait_for(t, NULL, is_so, argument);
}

static bool has_no_children(const void *task)
{
    return !((const struct sw_omp_task *)task)->n_children;
}

/* The simulated time goes on when the last of them had ended. */
static void wait_until_clock(struct sw_omp_thread *t, uint32_t construct, uint64_t clock)
{
    sw_omp_count(t->simulator, construct, SW_OMP_WAIT, sw_omp_wait_until(t, clock));
}

void sw_omp_taskwait(struct sw_omp_thread *t, const void *address)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_task *task = t->task;
    if (task->n_children) {
        uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_TASKWAIT, address);
        sw_omp_count(m, construct, SW_OMP_WAIT, sw_omp_task_wait_until(t, has_no_children, task));
        wait_until_clock(t, construct, task->latest);
    }
    if (m->tree)
        sw_omp_tree_taskwait(t);
    sw_omp_meet(m, &task->strand, &task->ends);
    task->ends = (struct sw_dag_strand){0};
    sw_omp_depend_forget(t->simulator, task);
}

/* In the dag an empty task that its parent waits for. */
void sw_omp_taskwait_for(struct sw_omp_thread *t, struct sw_omp_task *task, const void *address)
{
    struct sw_omp_simulator *m = t->simulator;
    uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_TASKWAIT, address);
    task->undeferred = true;
    task->ready = t->clock;
    task->parent->references++;
    if (!sw_omp_depend_is_met(task))
        sw_omp_count(m, construct, SW_OMP_WAIT, sw_omp_depend_wait(t, task));
    sw_omp_fork(m, &task->strand, &t->task->strand, 0);
    sw_omp_depend_begin(t, task);
    wait_until_clock(t, construct, task->ready);
    sw_omp_join(m, &t->task->strand, &task->strand);
    sw_omp_depend_end(t, task);
    sw_omp_end(m, &task->strand);
    sw_omp_task_release(task);
}

void sw_omp_group_begin(struct sw_omp_thread *t, const void *address)
{
    sw_omp_group_begin_at(t, sw_omp_construct(t, SW_CONSTRUCT_TASKGROUP, address));
}

void sw_omp_group_begin_at(struct sw_omp_thread *t, uint32_t construct)
{
    struct sw_omp_group *group = sw_omp_need(calloc(1, sizeof *group), "a taskgroup");
    group->outer = t->task->group;
    sw_omp_link_init(&group->waiting);
    group->begun = t->clock;
    sw_omp_open(t->simulator, &group->instance, &t->task->strand, construct);
    t->task->group = group;
    if (t->simulator->tree)
        sw_omp_tree_group(t, construct);
}

static bool is_empty(const void *group)
{
    return !((const struct sw_omp_group *)group)->n_tasks;
}

void sw_omp_group_end(struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_group *group = t->task->group;
    uint32_t construct = group->instance.construct;
    sw_omp_count(m, construct, SW_OMP_WAIT, wait_for(t, group, is_empty, group));
    wait_until_clock(t, construct, group->latest);
    if (m->tree)
        sw_omp_tree_group_end(t);
    sw_omp_meet(m, &t->task->strand, &group->ends);
    sw_omp_close(m, &group->instance, &t->task->strand);
    sw_omp_count(m, construct, SW_OMP_ELAPSED, t->clock - group->begun);
    t->task->group = group->outer;
    free(group);
}

static void divide(struct sw_omp_taskloop *loop, uint64_t grain, uint64_t tasks)
{
    tasks = grain ? loop->n / grain : tasks;
    tasks = tasks ? tasks : 1;
    loop->tasks = tasks < loop->n ? tasks : loop->n;
    loop->each = loop->n / loop->tasks;
    loop->more = loop->n % loop->tasks;
}

void sw_omp_taskloop_begin(struct sw_omp_thread *t, struct sw_omp_taskloop *loop, uint64_t grain,
                           uint64_t tasks, bool strict, const void *address)
{
    struct sw_omp_simulator *m = t->simulator;
    uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_TASKLOOP, address);
    if (strict && grain && grain < loop->n) {
        loop->tasks = loop->n / grain + (loop->n % grain != 0);
        loop->each = grain;
    } else if (loop->n) {
        divide(loop, grain, tasks);
    }
    sw_omp_count(m, construct, SW_OMP_ITERATIONS, loop->n);
    sw_omp_count(m, construct, SW_OMP_CHUNKS, loop->tasks);
    if (loop->no_group)
        sw_omp_open(m, &loop->instance, &t->task->strand, construct);
    else
        sw_omp_group_begin_at(t, construct);
}

void sw_omp_taskloop_end(struct sw_omp_thread *t, struct sw_omp_taskloop *loop)
{
    if (loop->no_group)
        sw_omp_close(t->simulator, &loop->instance, &t->task->strand);
    else
        sw_omp_group_end(t);
}

/* As libgomp has it no task is run here, but who asks again and again waits for others. */
void sw_omp_taskyield(void)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t)
        return;
    if (!sw_omp_enter_to_wait(t))
        t->yields++;
    else
        sw_omp_yield(t);
    sw_omp_leave(t);
}
