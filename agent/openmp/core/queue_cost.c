/*
 * libgomp has one queue for all tasks of a team, behind a lock. In simulated time that is busy until who used it last is
 * done. Who has to wait for it takes `queue_busy` from then on: as measured, so it counts how often a thread has it twice in a
 * row. Who finds it free pays for the cache lines that another thread had. Uses of one thread in a row cost nothing more, and
 * nobody is in their way: they are short beside the rest.
 *
 * It wakes a thread whenever a task is made while, as it counts, not all threads run tasks: those that they run at barriers, and
 * the one that makes it, if that is not inside one. So who makes tasks inside such a task calls the kernel each time, as
 * long as some thread is inside none.
 *
 * libomp has a queue for each thread, of the tasks that it has made. Who takes from another one's pays for that, and so does the
 * owner when it comes to it the next time.
 */
#include "agent/openmp/core/queue_cost.h"
#include "agent/openmp/simulator/record.h"

static void spend(struct sw_omp_thread *t, uint32_t construct, uint64_t cost)
{
    sw_omp_spend(t, construct, cost);
    t->task->inside += cost;
}

static void use_shared(struct sw_omp_thread *t, uint32_t construct)
{
    const struct sw_omp_costs *c = &t->simulator->costs;
    struct sw_omp_queue_use *queue = &t->team->queue;
    sw_omp_give_way(t);
    if (sw_omp_settings.libomp || t->team->n == 1)
        return;
    if (queue->until > t->clock)
        spend(t, construct, queue->until - t->clock + c->queue_busy);
    else if (queue->user && queue->user != t)
        spend(t, construct, c->queue_moved);
    *queue = (struct sw_omp_queue_use){t, t->clock};
}

static void use_own(struct sw_omp_thread *t, uint32_t construct)
{
    struct sw_omp_queue_use *queue = &sw_omp_member(t)->queue;
    if (sw_omp_settings.libomp && queue->user && queue->user != t)
        spend(t, construct, t->simulator->costs.queue_moved);
    queue->user = t;
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
        t->team->members[task->maker].queue.user = t;
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
