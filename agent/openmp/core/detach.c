/* Tasks with a detach clause, which are complete only when somebody fulfills their event. */
#include "agent/openmp/core/detach.h"
#include "agent/openmp/core/tasking.h"
#include "agent/openmp/simulator/record.h"
#include "base/raw.h"

#include <linux/futex.h>
#include <stdlib.h>

struct sw_omp_detach {
    struct sw_omp_simulator *simulator;
    struct sw_omp_task *task;
    struct sw_dag_strand strand; /* where it was fulfilled */
    uint64_t clock;
    bool fulfilled, ended;        /* the event; the task's function */
    struct sw_omp_thread *waiter; /* the task's creator, if that must wait */
    struct sw_omp_detach *next;   /* of those that other simulators fulfilled */
};

struct sw_omp_detach *sw_omp_detach_new(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_detach *detach = calloc(1, sizeof *detach);
    if (!detach)
        sw_omp_die("not enough memory for the event of a task");
    detach->simulator = t->simulator;
    detach->task = task;
    task->detach = detach;
    t->simulator->n_detached++;
    return detach;
}

/* Both have happened: the task ends when the later one did. */
static void finish(struct sw_omp_detach *detach)
{
    struct sw_omp_simulator *m = detach->simulator;
    struct sw_omp_task *task = detach->task;
    sw_omp_join(m, &task->strand, &detach->strand);
    sw_omp_end(m, &detach->strand);
    task->ready = detach->clock > task->ready ? detach->clock : task->ready;
    task->detach = NULL;
    m->n_detached--;
    free(detach);
}

static void fulfill(struct sw_omp_thread *t, struct sw_omp_detach *detach)
{
    struct sw_omp_task *task = detach->task;
    detach->fulfilled = true;
    if (!detach->ended)
        return;
    if (detach->waiter) {
        sw_omp_wake_waiter(&detach->waiter, t->clock);
        return;
    }
    finish(detach);
    sw_omp_task_complete(t, task);
}

static void leave_note(struct sw_omp_detach *detach)
{
    struct sw_omp_simulator *m = detach->simulator;
    detach->next = __atomic_load_n(&m->fulfilled, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&m->fulfilled, &detach->next, detach, false,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        ;
    __atomic_add_fetch(&m->bell, 1, __ATOMIC_RELEASE);
    sw_raw6(SYS_futex, (long)&m->bell, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

void sw_omp_detach_fulfill(struct sw_omp_thread *t, struct sw_omp_detach *detach)
{
    if (t->simulator != detach->simulator) {
        leave_note(detach);
        return;
    }
    sw_omp_give_way(t);
    sw_omp_fork(t->simulator, &detach->strand, &t->task->strand, 0);
    detach->clock = t->clock;
    fulfill(t, detach);
}

bool sw_omp_detach_is_past(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_detach *detach = task->detach;
    detach->ended = true;
    while (task->undeferred && !detach->fulfilled) {
        detach->waiter = t;
        sw_omp_block(t);
    }
    if (!detach->fulfilled)
        return false;
    finish(detach);
    return true;
}

void sw_omp_detached_take(struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_detach *detach = __atomic_exchange_n(&m->fulfilled, NULL, __ATOMIC_ACQUIRE),
                         *next;
    for (; detach; detach = next) {
        next = detach->next;
        fulfill(t, detach);
    }
}
