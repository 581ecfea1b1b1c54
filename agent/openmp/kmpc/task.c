/* libomp's tasks, with their dependences, and taskloops. */
#include "agent/openmp/kmpc/kmpc.h"

#include <string.h>

/* A task as clang's code sees it, behind what we know of it. */

struct sw_kmpc_task;
typedef int32_t sw_kmpc_routine(int32_t global, struct sw_kmpc_task *task);

/* The compiler's: what it shares and its private variables follow. */
struct sw_kmpc_task {
    void *shareds;
    sw_kmpc_routine *routine;
    int32_t part;
    union {
        int32_t priority;
        sw_kmpc_routine *destructors;
    } data1, data2;
};

enum { /* what the compiler says of a task */
       SW_KMPC_TIED = 1,
       SW_KMPC_FINAL = 2,
       SW_KMPC_DESTRUCTORS = 8,
       SW_KMPC_PRIORITY = 32
};

#define SW_KMPC_TASK_ALIGNMENT 64 /* private variables rely on it */

/* Ours, right before it. */
struct sw_kmpc_task_head {
    struct sw_omp_task *task;
    size_t size, shareds; /* of all of the compiler's part; where in it what is shared begins */
    int32_t flags;
    bool again; /* an untied task that has put itself into the queue: it goes on */
};

static inline struct sw_kmpc_task_head *sw_kmpc_head(struct sw_kmpc_task *task)
{
    return (struct sw_kmpc_task_head *)((char *)task - SW_KMPC_TASK_ALIGNMENT);
}

static inline struct sw_kmpc_task *sw_kmpc_task(struct sw_kmpc_task_head *head)
{
    return (struct sw_kmpc_task *)((char *)head + SW_KMPC_TASK_ALIGNMENT);
}

static bool is_discarded(const struct sw_omp_thread *t)
{
    return (t->task->group && t->task->group->cancelled) ||
           sw_kmpc_cancelled(t->team) == SW_KMPC_CANCEL_PARALLEL;
}

static void destroy(struct sw_kmpc_task_head *head, int32_t number)
{
    struct sw_kmpc_task *task = sw_kmpc_task(head);
    if (head->flags & SW_KMPC_DESTRUCTORS && task->data1.destructors)
        task->data1.destructors(number, task);
}

/* An untied task comes back wherever another thread could go on with it; it goes on at once. */
static void run(void *data)
{
    struct sw_kmpc_task_head *head = data;
    const struct sw_omp_thread *t = sw_omp_self();
    int32_t number = sw_kmpc_number(t);
    head->again = !is_discarded(t);
    while (head->again) {
        head->again = false;
        sw_kmpc_task(head)->routine(number, sw_kmpc_task(head));
    }
    destroy(head, number);
}

static struct sw_kmpc_task *sw_kmpc_task_new(struct sw_omp_thread *t, int32_t flags, size_t size,
                                             size_t shareds, sw_kmpc_routine *routine)
{
    size_t before = (size + 15) & ~(size_t)15;
    struct sw_omp_task *task =
        sw_omp_task_new(t, SW_KMPC_TASK_ALIGNMENT + before + shareds, SW_KMPC_TASK_ALIGNMENT);
    struct sw_kmpc_task_head *head = task->data;
    struct sw_kmpc_task *theirs = sw_kmpc_task(head);
    memset(head, 0, SW_KMPC_TASK_ALIGNMENT + before + shareds);
    *head = (struct sw_kmpc_task_head){
        .task = task, .size = before + shareds, .shareds = before, .flags = flags};
    theirs->shareds = shareds ? (char *)theirs + before : NULL;
    theirs->routine = routine;
    task->function = run;
    task->copied = true; /* a cancelled one has to be destroyed: run() */
    return theirs;
}

/* A copy of one that is not known to anybody yet, but for what its variables refer to. */
static struct sw_kmpc_task *sw_kmpc_task_copy(struct sw_omp_thread *t, struct sw_kmpc_task *task)
{
    struct sw_kmpc_task_head *head = sw_kmpc_head(task);
    size_t shareds = head->size - head->shareds;
    struct sw_kmpc_task *copy =
        sw_kmpc_task_new(t, head->flags, head->shareds, shareds, task->routine);
    void *shared = copy->shareds;
    memcpy(copy, task, head->size);
    copy->shareds = shared;
    return copy;
}

/* It will not run. */
static void sw_kmpc_task_drop(struct sw_omp_thread *t, struct sw_kmpc_task *task)
{
    struct sw_kmpc_task_head *head = sw_kmpc_head(task);
    sw_omp_leave(t);
    destroy(head, sw_kmpc_number(t));
    sw_omp_enter();
    head->task->parent = NULL; /* which was not told of it */
    sw_omp_task_release(head->task);
}

/* What the compiler has put into the task by now. */
static void take_clauses(struct sw_kmpc_task *task)
{
    const struct sw_kmpc_task_head *head = sw_kmpc_head(task);
    int most = (int)sw_omp_settings.max_task_priority;
    if (head->flags & SW_KMPC_FINAL)
        head->task->final = true;
    if (head->flags & SW_KMPC_PRIORITY)
        head->task->priority = task->data2.priority < most ? task->data2.priority : most;
}

/* With its if clause, or without one. */
static void sw_kmpc_task_submit(struct sw_omp_thread *t, struct sw_kmpc_task *task, bool deferrable,
                                const void *address)
{
    struct sw_omp_task *ours = sw_kmpc_head(task)->task;
    take_clauses(task);
    enum sw_omp_turn turn = sw_omp_task_turn(t, deferrable);
    /* As libomp does, but where some task waits for an event: a later one may be what fulfills it. */
    if (turn == SW_OMP_WAITS && t->team->n == 1 && !t->simulator->n_detached)
        turn = SW_OMP_AT_ONCE;
    sw_omp_task_submit(t, ours, turn, address);
}

SW_API struct sw_kmpc_task *__kmpc_omp_task_alloc(CALLER, int32_t flags, size_t size,
                                                  size_t shareds, sw_kmpc_routine *routine)
{
    struct sw_omp_aside aside = sw_omp_step_aside();
    struct sw_kmpc_task *task = sw_kmpc_task_new(aside.thread, flags, size, shareds, routine);
    sw_omp_step_back(&aside);
    return task;
}

/* With the device as one more argument, which is the host. */
SW_OMP_ALIAS(__kmpc_omp_target_task_alloc, __kmpc_omp_task_alloc);

SW_API int32_t __kmpc_omp_task(CALLER, struct sw_kmpc_task *task)
{
    struct sw_kmpc_task_head *head = sw_kmpc_head(task);
    SW_OMP_INSIDE(t);
    head->again = head->task->submitted;
    if (head->again)
        sw_omp_queue_pay_part(t);
    else
        sw_kmpc_task_submit(t, task, true, HERE);
    return 0;
}

SW_OMP_ALIAS(__kmpc_omp_task_parts, __kmpc_omp_task);

/* With an if clause that is false the caller runs it, between these two. */
SW_API void __kmpc_omp_task_begin_if0(CALLER, struct sw_kmpc_task *task)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_task *ours = sw_kmpc_head(task)->task;
    take_clauses(task);
    sw_omp_task_announce(t, ours, SW_OMP_AS_PART, HERE);
    ours->origin.limit = (uint64_t)__builtin_dwarf_cfa();
    sw_omp_task_begin(t, ours);
}

SW_API void __kmpc_omp_task_complete_if0(CALLER, struct sw_kmpc_task *task)
{
    struct sw_kmpc_task_head *head = sw_kmpc_head(task);
    while (head->again) {
        head->again = false;
        task->routine(global, task);
    }
    destroy(head, global);
    SW_OMP_INSIDE(t);
    sw_omp_task_end(t, head->task);
}

/* Runs a task as the compiler would. */
SW_OMP_CALL(void, __kmpc_invoke_task_func, (int32_t global, struct sw_kmpc_task *task),
            (void)task->routine(global, task))
SW_OMP_ENTRY(int32_t, __kmpc_omp_taskwait, (CALLER), (sw_omp_taskwait(t, HERE), 0))

SW_OMP_CALL(int32_t, __kmpc_omp_taskyield, (CALLER, int end), (sw_omp_taskyield(), 0))
SW_OMP_ENTRY(void, __kmpc_taskgroup, (CALLER), sw_omp_group_begin(t, HERE))

/* A hint that we have no use for. */
SW_KMPC_ANSWER(__kmpc_omp_reg_task_with_affinity, 0)

/* An event that the task is not complete without; omp_fulfill_event() takes it. */
SW_OMP_ENTRY(void *, __kmpc_task_allow_completion_event, (CALLER, struct sw_kmpc_task *task),
             sw_omp_detach_new(t, sw_kmpc_head(task)->task))

/* Dependences of tasks, as clang's code lists them. */

struct dependence {
    const void *address;
    size_t size;
    uint8_t flags;
};

enum { IN = 1, OUT = 2, MUTEX = 4, SET = 8, ALL = 0x80 };

static enum sw_omp_depend how(const struct dependence *d)
{
    if (d->flags & ALL)
        return SW_OMP_DEPEND_ALL;
    if (d->flags & SET)
        return SW_OMP_DEPEND_INOUTSET;
    return d->flags & (OUT | MUTEX) ? SW_OMP_DEPEND_OUT : SW_OMP_DEPEND_IN;
}

static void add(struct sw_omp_thread *t, struct sw_omp_task *task, int32_t n,
                const struct dependence *list)
{
    for (int32_t i = 0; i < n; i++)
        sw_omp_depend_add(t, task, list[i].address, how(&list[i]));
}

SW_API int32_t __kmpc_omp_task_with_deps(CALLER, struct sw_kmpc_task *task, int32_t n,
                                         struct dependence *list, int32_t n_more,
                                         struct dependence *more)
{
    SW_OMP_INSIDE(t);
    add(t, sw_kmpc_head(task)->task, n, list);
    add(t, sw_kmpc_head(task)->task, n_more, more);
    sw_kmpc_task_submit(t, task, true, HERE);
    return 0;
}

/* As a task that depends on them and is nothing else. */
static void wait_for(int32_t n, struct dependence *list, int32_t n_more, struct dependence *more,
                     const void *address)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_task *task = sw_omp_task_new(t, 0, 0);
    add(t, task, n, list);
    add(t, task, n_more, more);
    sw_omp_taskwait_for(t, task, address);
}

SW_OMP_CALL(void, __kmpc_omp_wait_deps,
            (CALLER, int32_t n, struct dependence *list, int32_t n_more, struct dependence *more),
            wait_for(n, list, n_more, more, HERE))

SW_API void __kmpc_omp_taskwait_deps_51(CALLER, int32_t n, struct dependence *list, int32_t n_more,
                                        struct dependence *more, int32_t no_wait)
{
    if (!no_wait)
        wait_for(n, list, n_more, more, HERE);
}

/* taskloop: copies of one task, each with its part of the iterations. */

typedef void duplicate(struct sw_kmpc_task *to, struct sw_kmpc_task *from, int32_t last);

enum { NOT_SAID, GRAIN, TASKS };

struct loop {
    struct sw_omp_taskloop all;
    struct sw_kmpc_task *pattern;
    size_t lower_at, upper_at; /* in the task */
    uint64_t lower;
    int64_t step;
    duplicate *copy;
    bool deferrable;
    const void *address;
};

static void make_one(struct sw_omp_thread *t, const struct loop *loop, uint64_t from, uint64_t to)
{
    struct sw_kmpc_task *task = sw_kmpc_task_copy(t, loop->pattern);
    uint64_t step = (uint64_t)loop->step;
    *(uint64_t *)((char *)task + loop->lower_at) = loop->lower + from * step;
    *(uint64_t *)((char *)task + loop->upper_at) = loop->lower + (to - 1) * step;
    if (loop->copy) {
        sw_omp_leave(t);
        loop->copy(task, loop->pattern, to == loop->all.n);
        sw_omp_enter();
    }
    sw_kmpc_task_submit(t, task, loop->deferrable, loop->address);
}

/* Without a check whether there are any, since the counter may be of any type: of none, which the
 * compiler does not call for, upper is right before lower. */
static uint64_t trips(uint64_t lower, uint64_t upper, int64_t step)
{
    return step > 0 ? (upper - lower + (uint64_t)step) / (uint64_t)step
                    : (lower - upper - (uint64_t)step) / -(uint64_t)step;
}

/* Without any clause, as many tasks as libomp makes. */
static void run_loop(struct loop *loop, uint64_t *lower, uint64_t *upper, int32_t how,
                     uint64_t amount, bool strict)
{
    SW_OMP_INSIDE(t);
    uint64_t from, size, tasks = how == TASKS ? amount : 10ull * t->team->n;
    amount = amount ? amount : 1;
    loop->lower_at = (size_t)((char *)lower - (char *)loop->pattern);
    loop->upper_at = (size_t)((char *)upper - (char *)loop->pattern);
    loop->lower = *lower;
    loop->all.n = trips(*lower, *upper, loop->step);
    sw_omp_taskloop_begin(t, &loop->all, how == GRAIN ? amount : 0, tasks, strict, loop->address);
    for (uint64_t i = 0; i < loop->all.tasks; i++) {
        size = sw_omp_taskloop_part(&loop->all, i, &from);
        make_one(t, loop, from, from + size);
    }
    sw_kmpc_task_drop(t, loop->pattern);
    sw_omp_taskloop_end(t, &loop->all);
}

#define TASKLOOP(name, is_strict, ...)                                                      \
    SW_API void name(CALLER, struct sw_kmpc_task *task, int32_t condition, uint64_t *lower, \
                     uint64_t *upper, int64_t step, int32_t no_group, int32_t how,          \
                     uint64_t amount, __VA_ARGS__)                                          \
    {                                                                                       \
        struct loop loop = {.pattern = task,                                                \
                            .step = step,                                                   \
                            .copy = copy,                                                   \
                            .deferrable = condition,                                        \
                            .address = HERE};                                               \
        loop.all.no_group = no_group;                                                       \
        run_loop(&loop, lower, upper, how, amount, is_strict);                              \
    }

TASKLOOP(__kmpc_taskloop, false, duplicate *copy)
TASKLOOP(__kmpc_taskloop_5, strict, int32_t strict, duplicate *copy)
