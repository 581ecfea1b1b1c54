#include "front/openmp/task.h"
#include "front/openmp/depend.h"
#include "front/openmp/record.h"
#include "front/openmp/segment.h"
#include "front/openmp/team.h"

#include <stdlib.h>
#include <string.h>

#define WAITING_A_THREAD 64 /* tasks; more are not made */

void sw_omp_task_init(struct sw_omp_task *task, struct sw_omp_task *parent,
                      struct sw_omp_team *team)
{
    memset(task, 0, sizeof *task);
    task->parent = parent;
    task->team = team;
    task->references = 1;
    sw_omp_link_init(&task->waiting);
}

struct sw_omp_task *sw_omp_task_new(struct sw_omp_thread *t, size_t size, size_t alignment)
{
    size_t room = size + (alignment > 16 ? alignment : 16);
    struct sw_omp_task *task = malloc(sizeof *task + room);
    if (!task)
        sw_omp_die("not enough memory for a task");
    sw_omp_task_init(task, t->task, t->team);
    uintptr_t data = (uintptr_t)(task + 1), step = alignment > 16 ? alignment : 16;
    task->data = (void *)((data + step - 1) & ~(step - 1));
    task->icv = t->task->icv;
    task->group = t->task->group;
    task->final = t->task->final;
    return task;
}

void sw_omp_task_release(struct sw_omp_task *task)
{
    while (task && !--task->references && !task->implicit) {
        struct sw_omp_task *parent = task->parent;
        free(task);
        task = parent;
    }
}

static struct sw_omp_task *task_of(struct sw_omp_link *link, enum sw_omp_queue queue)
{
    return (struct sw_omp_task *)((char *)(link - queue) - offsetof(struct sw_omp_task, links));
}

/* Those of higher priority go first; among equals the oldest in the team, the youngest elsewhere. */
static void insert(struct sw_omp_link *head, struct sw_omp_task *task, enum sw_omp_queue queue)
{
    struct sw_omp_link *at = head;
    if (queue == SW_OMP_OF_TEAM) {
        while (at->previous != head && task_of(at->previous, queue)->priority < task->priority)
            at = at->previous;
    } else {
        at = head->next;
        while (at != head && task_of(at, queue)->priority > task->priority)
            at = at->next;
    }
    sw_omp_link_put_before(at, &task->links[queue]);
}

void sw_omp_task_queue(struct sw_omp_task *task)
{
    struct sw_omp_team *team = task->team;
    insert(&team->waiting, task, SW_OMP_OF_TEAM);
    insert(&task->parent->waiting, task, SW_OMP_OF_PARENT);
    if (task->group)
        insert(&task->group->waiting, task, SW_OMP_OF_GROUP);
    task->queued = true;
    team->n_waiting++;
    if (task->parent->waiter) {
        sw_omp_wake_waiter(&task->parent->waiter, task->ready);
    } else if (task->group && task->group->waiter) {
        sw_omp_wake_waiter(&task->group->waiter, task->ready);
    } else {
        sw_omp_team_wake_one(team, task->ready);
    }
}

static struct sw_omp_task *dequeue(struct sw_omp_link *head, enum sw_omp_queue queue)
{
    if (sw_omp_link_is_empty(head))
        return NULL;
    struct sw_omp_task *task = task_of(head->next, queue);
    sw_omp_link_remove(&task->links[SW_OMP_OF_TEAM]);
    sw_omp_link_remove(&task->links[SW_OMP_OF_PARENT]);
    if (task->group)
        sw_omp_link_remove(&task->links[SW_OMP_OF_GROUP]);
    task->queued = false;
    task->team->n_waiting--;
    return task;
}

struct sw_omp_task *sw_omp_task_of_team(struct sw_omp_team *team)
{
    return dequeue(&team->waiting, SW_OMP_OF_TEAM);
}

struct sw_omp_task *sw_omp_task_of_parent(struct sw_omp_task *parent)
{
    return dequeue(&parent->waiting, SW_OMP_OF_PARENT);
}

struct sw_omp_task *sw_omp_task_of_group(struct sw_omp_group *group)
{
    return dequeue(&group->waiting, SW_OMP_OF_GROUP);
}

void sw_omp_wake_waiter(struct sw_omp_thread **waiter, uint64_t clock)
{
    struct sw_omp_thread *t = *waiter;
    if (!t)
        return;
    *waiter = NULL;
    t->phase += sw_omp_wake(t, clock);
}

/* The parent is told, and its group, and all that the task must precede. */
void sw_omp_task_complete(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_machine *m = t->machine;
    struct sw_omp_task *parent = task->parent;
    struct sw_omp_team *team = task->team;
    struct sw_omp_group *group = task->group;
    task->ended = true;
    sw_omp_depend_end(t, task);
    if (task->undeferred)
        sw_omp_join(m, &parent->strand, &task->strand);
    sw_omp_join(m, &parent->ends, &task->strand);
    parent->latest = t->clock > parent->latest ? t->clock : parent->latest;
    if (!--parent->n_children || parent->waits_for_some)
        sw_omp_wake_waiter(&parent->waiter, t->clock);
    if (group) {
        sw_omp_join(m, &group->ends, &task->strand);
        group->latest = t->clock > group->latest ? t->clock : group->latest;
        if (!--group->n_tasks)
            sw_omp_wake_waiter(&group->waiter, t->clock);
    }
    sw_omp_meet(m, &team->meeting, &task->strand);
    sw_omp_end(m, &task->ends);
    sw_omp_depend_forget(m, task);
    team->latest = t->clock > team->latest ? t->clock : team->latest;
    if (!--team->n_tasks && team->n_arrived == team->n)
        sw_omp_team_wake_one(team, t->clock); /* if it is not the one that runs: to let all go */
    sw_omp_task_release(task);
}

/* The program's code, on more stack if there is little left. */
static void call(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    sw_omp_leave(t);
    sw_omp_segment_call(t, task->function, task->data);
    sw_omp_enter();
}

void sw_omp_task_begin(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_machine *m = t->machine;
    uint32_t place = task->instance.place;
    if (task->ready > t->clock) {
        t->phase += task->ready - t->clock;
        t->clock = task->ready;
    }
    task->before = t->task;
    t->task = task;
    if (!task->undeferred)
        sw_omp_spend(t, place, m->costs.task);
    task->begun = t->clock - t->phase;
    sw_omp_open(m, &task->instance, &task->strand, place);
}

void sw_omp_task_end(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_machine *m = t->machine;
    uint32_t place = task->instance.place;
    uint64_t busy = t->clock - t->phase - task->begun;
    sw_omp_close(m, &task->instance, &task->strand);
    sw_omp_count(m, place, SW_OMP_BUSY, busy);
    sw_omp_count_most(m, place, SW_OMP_LARGEST, busy);
    t->task = task->before;
    if (!task->detached || task->fulfilled)
        sw_omp_task_complete(t, task);
}

void sw_omp_task_run(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    sw_omp_task_begin(t, task);
    if (!task->cancelled)
        call(t, task);
    sw_omp_task_end(t, task);
}

static bool is_full(const struct sw_omp_team *team)
{
    return team->n_tasks > WAITING_A_THREAD * team->n;
}

void sw_omp_task_announce(struct sw_omp_thread *t, struct sw_omp_task *task, bool deferrable,
                          const void *address)
{
    struct sw_omp_machine *m = t->machine;
    struct sw_omp_task *parent = task->parent;
    parent->n_children++;
    parent->references++;
    task->team->n_tasks++;
    if (task->group)
        task->group->n_tasks++;
    task->ready = t->clock;
    task->instance.place = sw_omp_place(t, SW_OMP_TASK, address);
    task->undeferred = !deferrable;
    sw_omp_fork(m, &task->strand, &parent->strand, deferrable ? m->costs.task : 0);
    sw_omp_count(m, task->instance.place, SW_OMP_CHUNKS, 1);
    task->submitted = true;
}

void sw_omp_task_submit(struct sw_omp_thread *t, struct sw_omp_task *task, bool deferrable,
                        const void *address)
{
    sw_omp_task_announce(t, task, deferrable, address);
    if (!sw_omp_depend_is_met(task)) {
        if (deferrable)
            return; /* the last one that it depends on queues it */
        sw_omp_depend_wait(t, task);
    }
    sw_omp_depend_begin(t, task);
    if (deferrable && !task->at_once && !is_full(task->team)) {
        sw_omp_task_queue(task);
        sw_omp_give_way(t);
        return;
    }
    sw_omp_task_run(t, task);
}
