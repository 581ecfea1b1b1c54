/* Tasks that can run, in the lists where those look who may run them. */
#include "agent/openmp/core/constructs.h"

/* How far up, and at how many, one looks for tasks that are not one's own children. */
enum { FAR = 64, MANY = 64 };

static struct sw_omp_task *task_of(struct sw_omp_link *link, enum sw_omp_queue queue)
{
    return (struct sw_omp_task *)((char *)(link - queue) - offsetof(struct sw_omp_task, links));
}

/* Those of higher priority go first; among equals the oldest in the team, the youngest elsewhere, but
 * behind those that the parent waits for. */
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
        while (queue == SW_OMP_OF_PARENT && !task->awaited && at != head &&
               task_of(at, queue)->awaited)
            at = at->next;
    }
    sw_omp_link_put_before(at, &task->links[queue]);
}

/* Somebody who waits further up. */
static void wake_ancestor(struct sw_omp_task *task)
{
    struct sw_omp_task *up = task->parent->parent;
    for (unsigned i = 0; up && i < FAR; i++, up = up->parent)
        if (up->waiter) {
            sw_omp_wake_waiter(&up->waiter, task->ready);
            return;
        }
}

void sw_omp_task_queue(struct sw_omp_task *task)
{
    struct sw_omp_team *team = task->team;
    task->awaited = sw_omp_depend_is_wanted(task);
    insert(&team->waiting, task, SW_OMP_OF_TEAM);
    insert(&task->parent->waiting, task, SW_OMP_OF_PARENT);
    if (task->group)
        insert(&task->group->waiting, task, SW_OMP_OF_GROUP);
    task->queued = true;
    team->n_waiting++;
    team->members[task->maker].n_queued++;
    team->n_deferred++;
    if (task->parent->waiter)
        sw_omp_wake_waiter(&task->parent->waiter, task->ready);
    else if (task->group && task->group->waiter)
        sw_omp_wake_waiter(&task->group->waiter, task->ready);
    else if (team->idle || !sw_omp_settings.libomp)
        sw_omp_team_wake_one(team, task->ready);
    else
        wake_ancestor(task);
}

void sw_omp_task_prefer(struct sw_omp_task *parent)
{
    struct sw_omp_link *link = parent->waiting.next, *next;
    for (; link != &parent->waiting; link = next) {
        struct sw_omp_task *task = task_of(link, SW_OMP_OF_PARENT);
        next = link->next;
        if (!sw_omp_depend_is_wanted(task))
            continue;
        task->awaited = true;
        sw_omp_link_remove(link);
        insert(&parent->waiting, task, SW_OMP_OF_PARENT);
    }
}

/* Takes one out of its queues; NULL: there is none. */
static struct sw_omp_task *sw_omp_task_take(struct sw_omp_task *task)
{
    sw_omp_link_remove(&task->links[SW_OMP_OF_TEAM]);
    sw_omp_link_remove(&task->links[SW_OMP_OF_PARENT]);
    if (task->group)
        sw_omp_link_remove(&task->links[SW_OMP_OF_GROUP]);
    task->queued = false;
    task->team->n_waiting--;
    task->team->members[task->maker].n_queued--;
    return task;
}

static struct sw_omp_task *first(struct sw_omp_link *head, enum sw_omp_queue queue)
{
    return head->next == head ? NULL : task_of(head->next, queue);
}

struct sw_omp_task *sw_omp_task_of(struct sw_omp_link *head, enum sw_omp_queue queue)
{
    struct sw_omp_task *task = first(head, queue);
    if (!task)
        return NULL;
    struct sw_omp_task *other = first(&task->team->waiting, SW_OMP_OF_TEAM);
    return sw_omp_task_take(other->priority > task->priority ? other : task);
}

static bool is_descendant(const struct sw_omp_task *task, const struct sw_omp_task *of)
{
    for (unsigned i = 0; task && task != of && i < FAR; i++)
        task = task->parent;
    return task == of;
}

struct sw_omp_task *sw_omp_task_below(struct sw_omp_task *task)
{
    struct sw_omp_link *head = &task->team->waiting, *link = head->next;
    for (unsigned i = 0; link != head && i < MANY; i++, link = link->next) {
        struct sw_omp_task *other = task_of(link, SW_OMP_OF_TEAM);
        if (is_descendant(other->parent, task))
            return sw_omp_task_take(other);
    }
    return NULL;
}

void sw_omp_wake_waiter(struct sw_omp_thread **waiter, uint64_t clock)
{
    struct sw_omp_thread *t = *waiter;
    *waiter = NULL;
    if (t && t->asleep)
        t->phase += sw_omp_wake(t, clock);
}

/*
 * libgomp has one queue for all tasks of a team, behind a lock (engine/runtime_cost.h). `queue_busy` is as measured, so it counts how often
 * a thread has it twice in a row. Uses of one thread in a row cost nothing more, and nobody is in their way: they are short beside the rest.
 *
 * It wakes a thread whenever a task is made while, as it counts, not all threads run tasks: those that they run at barriers, and
 * the one that makes it, if that is not inside one. So who makes tasks inside such a task calls the kernel each time, as
 * long as some thread is inside none.
 *
 * libomp has a queue for each thread, of the tasks that it has made. Who takes from another one's pays for that, and so does the
 * owner when it comes to it the next time.
 */

static void spend(struct sw_omp_thread *t, uint32_t construct, uint64_t cost)
{
    sw_omp_spend(t, construct, cost);
    t->task->inside += cost;
}

static void use_shared(struct sw_omp_thread *t, uint32_t construct)
{
    const struct sw_omp_costs *c = &t->simulator->costs;
    sw_omp_give_way(t);
    if (!sw_omp_settings.libomp && t->team->n > 1)
        spend(
            t, construct,
            sw_queue_cost(&t->team->queue, (uintptr_t)t, t->clock, c->queue_moved, c->queue_busy));
}

static void use_own(struct sw_omp_thread *t, uint32_t construct)
{
    uint64_t *user = &sw_omp_member(t)->queue.user;
    if (sw_omp_settings.libomp && *user && *user != (uintptr_t)t)
        spend(t, construct, t->simulator->costs.queue_moved);
    *user = (uintptr_t)t;
}

void sw_omp_queue_pay_make(struct sw_omp_thread *t, uint32_t construct)
{
    const struct sw_omp_costs *c = &t->simulator->costs;
    spend(t, construct, c->task_make);
    use_own(t, construct);
    use_shared(t, construct);
}

void sw_omp_queue_pay_wake(struct sw_omp_thread *t, uint32_t construct)
{
    if (t->team->n_running + !t->task->in_barrier < t->team->n)
        spend(t, construct, t->simulator->costs.queue_wake);
    sw_omp_give_way(t);
}

void sw_omp_queue_pay_begin(struct sw_omp_thread *t, const struct sw_omp_task *task,
                            uint32_t construct)
{
    const struct sw_omp_costs *c = &t->simulator->costs;
    bool own = task->undeferred || task->maker == t->number;
    spend(t, construct,
          task->undeferred ? c->task_at_once : c->task - c->task_make + (own ? 0 : c->task_taken));
    if (own)
        use_own(t, construct);
    else
        t->team->members[task->maker].queue.user = (uintptr_t)t;
}

void sw_omp_queue_pay_end(struct sw_omp_thread *t, const struct sw_omp_task *task)
{
    if (!task->undeferred)
        use_shared(t, task->instance.construct);
}

void sw_omp_queue_pay_part(struct sw_omp_thread *t)
{
    const struct sw_omp_costs *c = &t->simulator->costs;
    bool at_once = t->team->n == 1 || sw_omp_member(t)->n_queued >= SW_OMP_OWN_WAITING;
    spend(t, t->task->strand.construct, at_once ? c->task_at_once : c->task_part);
}

void sw_omp_queue_pay_look(struct sw_omp_thread *t, bool begins)
{
    uint32_t construct = t->task->strand.construct;
    if (begins)
        spend(t, construct, t->simulator->costs.task_wait);
    use_shared(t, construct);
}

void sw_omp_queue_pay_again(struct sw_omp_thread *t)
{
    uint64_t cost = t->simulator->costs.task_again;
    if (!cost)
        return; /* it is the same use of the queue */
    spend(t, t->task->strand.construct, cost);
    sw_omp_give_way(t);
}
