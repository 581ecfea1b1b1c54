#include "front/openmp/task.h"
#include "front/openmp/cancel.h"
#include "front/openmp/depend.h"
#include "front/openmp/event.h"
#include "front/openmp/record.h"
#include "front/openmp/segment.h"
#include "front/openmp/team.h"

#include <stdlib.h>
#include <string.h>

#define POOLED 96 /* bytes of data that tasks have room for which are used again */

void sw_omp_task_init(struct sw_omp_task *task, struct sw_omp_task *parent,
                      struct sw_omp_team *team)
{
    /* In two pieces: for a long one the compiler takes an instruction that is slow to start. */
    enum { FROM = offsetof(struct sw_omp_task, ends), PIECE = (sizeof *task - FROM) / 16 * 8 };
    memset((char *)task + FROM, 0, PIECE);
    memset((char *)task + FROM + PIECE, 0, sizeof *task - FROM - PIECE);
    task->parent = parent;
    task->team = team;
    task->references = 1;
    sw_omp_link_init(&task->waiting);
}

/* Tasks come and go in great numbers: those of a usual size are kept. */
static struct sw_omp_task *get_memory(struct sw_omp_machine *m, size_t room)
{
    struct sw_omp_task *task = m->free_tasks;
    if (room <= POOLED && task) {
        m->free_tasks = task->parent;
        return task;
    }
    task = malloc(sizeof *task + (room < POOLED ? POOLED : room));
    if (!task)
        sw_omp_die("not enough memory for a task");
    task->pool = room <= POOLED ? m : NULL;
    return task;
}

static void give_memory(struct sw_omp_task *task)
{
    struct sw_omp_machine *m = task->pool;
    if (!m) {
        free(task);
        return;
    }
    task->parent = m->free_tasks;
    m->free_tasks = task;
}

struct sw_omp_task *sw_omp_task_new(struct sw_omp_thread *t, size_t size, size_t alignment)
{
    uintptr_t step = alignment > 16 ? alignment : 16;
    struct sw_omp_task *parent = t->task, *task = get_memory(t->machine, size + step);
    sw_omp_task_init(task, parent, t->team);
    task->data = (void *)(((uintptr_t)(task + 1) + step - 1) & ~(step - 1));
    task->icv = parent->icv;
    task->group = parent->group;
    task->final = parent->final;
    return task;
}

void sw_omp_task_release(struct sw_omp_task *task)
{
    while (task && !--task->references && !task->implicit) {
        struct sw_omp_task *parent = task->parent;
        give_memory(task);
        task = parent;
    }
}

/* Who waits for the team, or for the parent's children, waits for what the parent has gathered. */
static void end_in_dag(struct sw_omp_machine *m, struct sw_omp_task *task)
{
    struct sw_omp_task *parent = task->parent;
    struct sw_dag_strand *meeting = &task->team->meeting;
    if (!m->dag)
        return;
    if (task->ends.path)
        sw_omp_meet(m, meeting, &task->ends);
    if (task->included) {
        sw_omp_meet(m, &parent->strand, &task->strand);
        return;
    }
    if (task->group)
        sw_omp_join(m, &task->group->ends, &task->strand);
    sw_omp_meet(m, parent->ended ? meeting : &parent->ends, &task->strand);
}

static void end_in_parent(struct sw_omp_task *parent, uint64_t clock)
{
    parent->latest = clock > parent->latest ? clock : parent->latest;
    if (!--parent->n_children || parent->waits_for_some)
        sw_omp_wake_waiter(&parent->waiter, clock);
}

static void end_in_group(struct sw_omp_group *group, uint64_t clock)
{
    group->latest = clock > group->latest ? clock : group->latest;
    if (!--group->n_tasks)
        sw_omp_wake_waiter(&group->waiter, clock);
}

static void end_in_team(struct sw_omp_team *team, const struct sw_omp_task *task, uint64_t clock)
{
    team->latest = clock > team->latest ? clock : team->latest;
    team->n_deferred -= !task->undeferred;
    if (!--team->n_tasks && team->n_arrived == team->n)
        sw_omp_team_wake_one(team, clock); /* if it is not the one that runs: to let all go */
}

/* The parent is told, and its group, and all that the task must precede. */
void sw_omp_task_complete(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_machine *m = t->machine;
    uint64_t clock = task->ready > t->clock ? task->ready : t->clock;
    task->ended = true;
    if (task->dependences)
        sw_omp_depend_end(t, task);
    end_in_dag(m, task);
    end_in_parent(task->parent, clock);
    if (task->group)
        end_in_group(task->group, clock);
    end_in_team(task->team, task, clock);
    if (task->table)
        sw_omp_depend_forget(m, task);
    sw_omp_task_release(task);
}

/* The program's code, on more stack if there is little left. */
static void call(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    sw_omp_leave(t);
    sw_omp_segment_call(t, task->function, task->data);
    sw_omp_enter();
}

static bool is_cancelled(const struct sw_omp_task *task)
{
    return !task->undeferred && !task->copied &&
           (task->team->cancelled || sw_omp_group_is_cancelled(task->group));
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
    task->in_one = task->before->undeferred || task->before->in_one;
    task->beside = t->team->n_at_once += task->undeferred && !task->in_one;
    t->task = task;
    if (!task->included)
        sw_omp_spend(t, place, m->costs.task);
    task->begun = t->clock - t->phase;
    task->started = t->clock;
    sw_omp_open(m, &task->instance, &task->strand, place);
}

/* What threads with nothing to do have waited since then, all together. Of something short those that wait now
 * have waited all the time, or it is no great matter. */
static uint64_t idle_since(struct sw_omp_thread *t, uint64_t begin)
{
    const struct sw_omp_team *team = t->team;
    uint64_t sum = 0;
    if (t->clock - begin < t->machine->a_while)
        return team->n_idle * (t->clock - begin);
    sw_omp_give_way(t); /* who is behind does not know yet that there is nothing */
    for (const struct sw_omp_thread *i = team->idle; i; i = i->next)
        if (i->clock < t->clock)
            sum += t->clock - (i->clock > begin ? i->clock : begin);
    return sum;
}

/* Of one that its maker had to run itself: while others have nothing to do that is a pity. Of several at the same
 * time, each has its part in that. */
static void count_at_once(struct sw_omp_thread *t, const struct sw_omp_task *task)
{
    struct sw_omp_machine *m = t->machine;
    uint32_t place = task->instance.place;
    bool told = task->included;
    if (t->team->n > 1)
        sw_omp_count(m, place, told ? SW_OMP_INCLUDED : SW_OMP_FULL, 1);
    if (task->in_one)
        return;
    if (t->team->n > 1 && m->dag) {
        uint64_t idle = idle_since(t, task->started);
        unsigned now = t->team->n_at_once, beside = task->beside > now ? task->beside : now;
        sw_omp_count(m, place, told ? SW_OMP_INCLUDED_TIME : SW_OMP_FULL_TIME,
                     t->clock - task->started);
        sw_omp_count(m, place, told ? SW_OMP_INCLUDED_IDLE : SW_OMP_FULL_IDLE, idle / beside);
    }
    t->team->n_at_once--;
}

void sw_omp_task_end(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_machine *m = t->machine;
    uint32_t place = task->instance.place;
    uint64_t busy = t->clock - t->phase - task->begun;
    if (task->undeferred)
        count_at_once(t, task);
    sw_omp_close(m, &task->instance, &task->strand);
    sw_omp_count(m, place, SW_OMP_BUSY, busy);
    sw_omp_count_most(m, place, SW_OMP_LARGEST, busy);
    t->task = task->before;
    if (!task->event || sw_omp_event_is_past(t, task))
        sw_omp_task_complete(t, task);
}

void sw_omp_task_run(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    sw_omp_task_begin(t, task);
    if (!is_cancelled(task))
        call(t, task);
    sw_omp_task_end(t, task);
}

static bool must_run_at_once(const struct sw_omp_thread *t, bool deferrable)
{
    return !deferrable || !t->team->level || t->task->final;
}

static bool has_many(const struct sw_omp_thread *t)
{
    if (sw_omp_settings.libomp)
        return sw_omp_member(t)->n_queued >= SW_OMP_OWN_WAITING;
    return t->team->n_deferred > SW_OMP_WAITING * t->team->n;
}

/* By now: those who are behind may be about to take some. */
static bool is_full(struct sw_omp_thread *t)
{
    if (!has_many(t))
        return false;
    sw_omp_give_way(t);
    return has_many(t);
}

bool sw_omp_task_would_wait(struct sw_omp_thread *t, bool deferrable)
{
    return !must_run_at_once(t, deferrable) && !is_full(t);
}

/* Of a taskloop: all or none. */
bool sw_omp_tasks_would_wait(const struct sw_omp_thread *t, bool deferrable, uint64_t n)
{
    return !must_run_at_once(t, deferrable) &&
           t->team->n_deferred + n <= SW_OMP_WAITING * t->team->n;
}

void sw_omp_task_announce(struct sw_omp_thread *t, struct sw_omp_task *task, bool deferrable,
                          const void *address)
{
    struct sw_omp_machine *m = t->machine;
    struct sw_omp_task *parent = task->parent;
    bool included = must_run_at_once(t, deferrable);
    if (included || is_full(t))
        task->undeferred = true;
    task->included = included;
    task->maker = t->number;
    parent->n_children++;
    parent->references++;
    task->team->n_tasks++;
    if (task->group)
        task->group->n_tasks++;
    task->ready = t->clock;
    task->instance.place = sw_omp_place(t, SW_OMP_TASK, address);
    sw_omp_fork(m, &task->strand, &parent->strand, included ? 0 : m->costs.task);
    sw_omp_count(m, task->instance.place, SW_OMP_CHUNKS, 1);
    task->submitted = true;
}

void sw_omp_task_submit(struct sw_omp_thread *t, struct sw_omp_task *task, bool deferrable,
                        const void *address)
{
    sw_omp_task_announce(t, task, deferrable, address);
    if (task->dependences) {
        if (!sw_omp_depend_is_met(task)) {
            if (!task->undeferred)
                return; /* the last one that it depends on queues it */
            sw_omp_depend_wait(t, task);
        }
        sw_omp_depend_begin(t, task);
    }
    if (!task->undeferred) {
        sw_omp_task_queue(task);
        sw_omp_give_way(t);
    } else {
        sw_omp_task_run(t, task);
    }
}
