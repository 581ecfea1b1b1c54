/* Tasks: makes, runs and completes them, and decides whether one is queued or runs at once. */
#include "agent/openmp/core/constructs.h"

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
    task->origin = (struct sw_omp_origin){0};
    sw_omp_link_init(&task->waiting);
}

/* Tasks come and go in great numbers: those of a usual size are kept. */
static struct sw_omp_task *get_memory(struct sw_omp_simulator *m, size_t room)
{
    struct sw_omp_task *task = m->free_tasks;
    if (room <= POOLED && task) {
        m->free_tasks = task->parent;
        return task;
    }
    task = sw_omp_need(malloc(sizeof *task + (room < POOLED ? POOLED : room)), "a task");
    task->pool = room <= POOLED ? m : NULL;
    return task;
}

static void give_memory(struct sw_omp_task *task)
{
    struct sw_omp_simulator *m = task->pool;
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
    struct sw_omp_task *parent = t->task, *task = get_memory(t->simulator, size + step);
    sw_omp_task_init(task, parent, t->team);
    task->data = (void *)(((uintptr_t)(task + 1) + step - 1) & ~(step - 1));
    task->icv = parent->icv;
    task->group = parent->group;
    task->final = parent->final;
    task->in_barrier = parent->in_barrier;
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
static inline void end_in_dag(struct sw_omp_simulator *m, struct sw_omp_task *task)
{
    struct sw_omp_task *parent = task->parent;
    struct sw_dag_strand *meeting = &task->team->meeting;
    if (!m->dag)
        return;
    if (task->ends.history)
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

/* In the dag it is over, and gone unless it has children. */
static inline void settle(struct sw_omp_simulator *m, struct sw_omp_task *task)
{
    task->ended = true;
    end_in_dag(m, task);
    if (task->table)
        sw_omp_depend_forget(m, task);
    sw_omp_task_release(task);
}

/* The parent is told, and its group, and all that the task must precede. */
void sw_omp_task_complete(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    uint64_t clock = task->ready > t->clock ? task->ready : t->clock;
    task->ended = true;
    if (task->dependences)
        sw_omp_depend_end(t, task);
    end_in_parent(task->parent, clock);
    if (task->group)
        end_in_group(task->group, clock);
    end_in_team(task->team, task, clock);
    settle(t->simulator, task);
}

static bool is_cancelled(const struct sw_omp_task *task)
{
    return !task->undeferred && !task->copied &&
           (task->team->cancelled || sw_omp_group_is_cancelled(task->group));
}

static inline __attribute__((always_inline)) void
begin(struct sw_omp_thread *t, struct sw_omp_task *task, uint32_t construct)
{
    struct sw_omp_simulator *m = t->simulator;
    sw_omp_queue_pay_begin(t, task, construct);
    task->before = t->task;
    t->task = task;
    if (t->team->n > 1) {
        task->in_one = task->before->undeferred || task->before->in_one;
        task->beside = t->team->n_at_once += task->undeferred && !task->in_one;
    }
    task->begun = t->clock - t->phase;
    task->started = t->clock;
    sw_omp_open(m, &task->instance, &task->strand, construct);
}

/* What threads with nothing to do have waited since then, all together. Of something short those that wait now
 * have waited all the time, or it is no great matter. */
static uint64_t idle_since(struct sw_omp_thread *t, uint64_t begin)
{
    const struct sw_omp_team *team = t->team;
    uint64_t sum = 0;
    if (t->clock - begin < t->simulator->a_while)
        return team->n_idle * (t->clock - begin);
    sw_omp_give_way(t); /* who is behind does not know yet that there is nothing */
    for (const struct sw_omp_thread *i = team->idle; i; i = i->next)
        if (i->clock < t->clock)
            sum += t->clock - (i->clock > begin ? i->clock : begin);
    return sum;
}

/* Of one that its maker had to run itself: while others of the team have nothing to do that is a pity. Of several
 * at the same time, each has its part in that. */
static void count_at_once(struct sw_omp_thread *t, const struct sw_omp_task *task)
{
    struct sw_omp_simulator *m = t->simulator;
    uint32_t construct = task->instance.construct;
    bool told = task->included;
    sw_omp_count(m, construct, told ? SW_OMP_INCLUDED : SW_OMP_FULL, 1);
    if (task->in_one)
        return;
    if (m->dag) {
        uint64_t idle = idle_since(t, task->started);
        unsigned now = t->team->n_at_once, beside = task->beside > now ? task->beside : now;
        sw_omp_count(m, construct, told ? SW_OMP_INCLUDED_TIME : SW_OMP_FULL_TIME,
                     t->clock - task->started);
        sw_omp_count(m, construct, told ? SW_OMP_INCLUDED_IDLE : SW_OMP_FULL_IDLE, idle / beside);
    }
    t->team->n_at_once--;
}

static inline __attribute__((always_inline)) void finish(struct sw_omp_thread *t,
                                                         struct sw_omp_task *task)
{
    struct sw_omp_simulator *m = t->simulator;
    uint32_t construct = task->instance.construct;
    uint64_t busy = t->clock - t->phase - task->begun, own = busy - task->inside;
    task->before->inside += busy;
    if (task->undeferred && t->team->n > 1)
        count_at_once(t, task);
    sw_omp_close(m, &task->instance, &task->strand);
    sw_omp_count(m, construct, SW_OMP_BUSY, own);
    sw_omp_count_most(m, construct, SW_OMP_LARGEST, own);
    if (m->tree)
        sw_omp_tree_task_end(t, task);
    t->task = task->before;
}

uint64_t sw_omp_task_begin(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    uint64_t waited = sw_omp_wait_until(t, task->ready);
    begin(t, task, task->instance.construct);
    return waited;
}

void sw_omp_task_end(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    finish(t, task);
    if (!task->detach || sw_omp_detach_is_past(t, task))
        sw_omp_task_complete(t, task);
}

uint64_t sw_omp_task_run(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    uint64_t waited = sw_omp_task_begin(t, task);
    if (!is_cancelled(task))
        sw_omp_segment_call(t);
    sw_omp_queue_pay_end(t, task);
    sw_omp_task_end(t, task);
    return waited;
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

enum sw_omp_turn sw_omp_task_turn(struct sw_omp_thread *t, bool deferrable)
{
    if (must_run_at_once(t, deferrable))
        return SW_OMP_AS_PART;
    return is_full(t) ? SW_OMP_AT_ONCE : SW_OMP_WAITS;
}

enum sw_omp_turn sw_omp_tasks_turn(const struct sw_omp_thread *t, bool deferrable, uint64_t n)
{
    if (must_run_at_once(t, deferrable))
        return SW_OMP_AS_PART;
    return t->team->n_deferred + n > SW_OMP_WAITING * t->team->n ? SW_OMP_AT_ONCE : SW_OMP_WAITS;
}

/* In the dag it begins where its parent stands. */
static inline uint32_t start(struct sw_omp_thread *t, struct sw_omp_task *task,
                             enum sw_omp_turn turn, const void *address)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_task *parent = task->parent;
    uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_TASK, address);
    task->undeferred = turn != SW_OMP_WAITS;
    task->included = turn == SW_OMP_AS_PART;
    task->submitted = true;
    parent->references++;
    task->origin.path = m->samples ? sw_omp_origin(t, address, true) : 0;
    sw_omp_fork(m, &task->strand, &parent->strand, task->included ? 0 : m->costs.task);
    sw_omp_count(m, construct, SW_OMP_CHUNKS, 1);
    if (!sw_omp_settings.libomp) /* its function is called by the one of the program: gomp/task.c */
        sw_omp_body(m, construct, task->body);
    if (m->tree)
        sw_omp_tree_task(t, task, construct);
    return construct;
}

void sw_omp_task_announce(struct sw_omp_thread *t, struct sw_omp_task *task, enum sw_omp_turn turn,
                          const void *address)
{
    task->instance.construct = start(t, task, turn, address);
    task->maker = t->number;
    task->ready = t->clock;
    task->parent->n_children++;
    task->team->n_tasks++;
    if (task->group)
        task->group->n_tasks++;
}

/* One that its creator runs to its end before it goes on: nobody can wait for it meanwhile who does not wait
 * for the creator too, so nobody is told. */
static void run_within(struct sw_omp_thread *t, struct sw_omp_task *task, enum sw_omp_turn turn,
                       const void *address)
{
    begin(t, task, start(t, task, turn, address));
    sw_omp_segment_call(t);
    finish(t, task);
    settle(t->simulator, task);
}

void sw_omp_task_submit(struct sw_omp_thread *t, struct sw_omp_task *task, enum sw_omp_turn turn,
                        const void *address)
{
    if (turn != SW_OMP_WAITS && !task->dependences && !task->detach) {
        run_within(t, task, turn, address);
        return;
    }
    uint64_t waited = 0;
    if (turn == SW_OMP_WAITS)
        sw_omp_queue_pay_make(t, sw_omp_construct(t, SW_CONSTRUCT_TASK, address));
    sw_omp_task_announce(t, task, turn, address);
    uint32_t construct = task->instance.construct;
    if (task->dependences) {
        if (!sw_omp_depend_is_met(task)) {
            if (!task->undeferred)
                return; /* the last one that it depends on queues it */
            waited = sw_omp_depend_wait(t, task);
        }
        sw_omp_depend_begin(t, task);
    }
    if (!task->undeferred) {
        sw_omp_task_queue(task);
        sw_omp_queue_pay_wake(t, construct);
    } else {
        waited += sw_omp_task_run(t, task);
        sw_omp_count(t->simulator, construct, SW_OMP_WAIT, waited);
    }
}
