#include "target/openmp/core/detach.h"
#include "base/raw.h"
#include "target/openmp/core/tasking.h"
#include "target/openmp/simulator/record.h"

#include <linux/futex.h>
#include <stdlib.h>

struct sw_omp_event {
    struct sw_omp_machine *machine;
    struct sw_omp_task *task;
    struct sw_dag_strand strand; /* where it was fulfilled */
    uint64_t clock;
    bool fulfilled, ended;        /* the event; the task's function */
    struct sw_omp_thread *waiter; /* the task's creator, if that must wait */
    struct sw_omp_event *next;    /* of those that other machines fulfilled */
};

struct sw_omp_event *sw_omp_event_new(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_event *event = calloc(1, sizeof *event);
    if (!event)
        sw_omp_die("not enough memory for the event of a task");
    event->machine = t->machine;
    event->task = task;
    task->event = event;
    t->machine->n_events++;
    return event;
}

/* Both have happened: the task ends when the later one did. */
static void finish(struct sw_omp_event *event)
{
    struct sw_omp_machine *m = event->machine;
    struct sw_omp_task *task = event->task;
    sw_omp_join(m, &task->strand, &event->strand);
    sw_omp_end(m, &event->strand);
    task->ready = event->clock > task->ready ? event->clock : task->ready;
    task->event = NULL;
    m->n_events--;
    free(event);
}

static void fulfill(struct sw_omp_thread *t, struct sw_omp_event *event)
{
    struct sw_omp_task *task = event->task;
    event->fulfilled = true;
    if (!event->ended)
        return;
    if (event->waiter) {
        sw_omp_wake_waiter(&event->waiter, t->clock);
        return;
    }
    finish(event);
    sw_omp_task_complete(t, task);
}

static void leave_note(struct sw_omp_event *event)
{
    struct sw_omp_machine *m = event->machine;
    event->next = __atomic_load_n(&m->fulfilled, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&m->fulfilled, &event->next, event, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        ;
    __atomic_add_fetch(&m->bell, 1, __ATOMIC_RELEASE);
    sw_raw6(SYS_futex, (long)&m->bell, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

void sw_omp_event_fulfill(struct sw_omp_thread *t, struct sw_omp_event *event)
{
    if (t->machine != event->machine) {
        leave_note(event);
        return;
    }
    sw_omp_give_way(t);
    sw_omp_fork(t->machine, &event->strand, &t->task->strand, 0);
    event->clock = t->clock;
    fulfill(t, event);
}

bool sw_omp_event_is_past(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_event *event = task->event;
    event->ended = true;
    while (task->undeferred && !event->fulfilled) {
        event->waiter = t;
        sw_omp_block(t);
    }
    if (!event->fulfilled)
        return false;
    finish(event);
    return true;
}

void sw_omp_events_take(struct sw_omp_thread *t)
{
    struct sw_omp_machine *m = t->machine;
    struct sw_omp_event *event = __atomic_exchange_n(&m->fulfilled, NULL, __ATOMIC_ACQUIRE), *next;
    for (; event; event = next) {
        next = event->next;
        fulfill(t, event);
    }
}
