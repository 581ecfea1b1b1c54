/* taskloop: copies of one task, each with its part of the iterations. */
#include "agent/openmp/core/tasking.h"
#include "agent/openmp/kmpc/task.h"
#include "agent/openmp/simulator/record.h"
#include "agent/openmp/simulator/team.h"

typedef void duplicate(struct sw_kmpc_task *to, struct sw_kmpc_task *from, int32_t last);

enum { NOT_SAID, GRAIN, TASKS };

struct loop {
    struct sw_kmpc_task *pattern;
    size_t lower_at, upper_at; /* in the task */
    uint64_t n, lower;
    int64_t step;
    uint64_t tasks, each, more; /* the first ones have one more */
    duplicate *copy;
    bool deferrable;
    const void *address;
};

/* Into how many tasks; without any clause as many as libomp makes. */
static void divide(struct loop *loop, int32_t how, uint64_t amount, bool strict, unsigned threads)
{
    amount = amount ? amount : 1;
    loop->more = 0;
    if (how == GRAIN && strict && amount < loop->n) {
        loop->tasks = loop->n / amount + (loop->n % amount != 0);
        loop->each = amount; /* but the last one */
        return;
    }
    uint64_t tasks = how == GRAIN ? loop->n / amount : how == TASKS ? amount : 10ull * threads;
    tasks = tasks ? tasks : 1;
    loop->tasks = tasks < loop->n ? tasks : loop->n;
    loop->each = loop->n / loop->tasks;
    loop->more = loop->n % loop->tasks;
}

static void make_one(struct sw_omp_thread *t, const struct loop *loop, uint64_t from, uint64_t to)
{
    struct sw_kmpc_task *task = sw_kmpc_task_copy(t, loop->pattern);
    uint64_t step = (uint64_t)loop->step;
    *(uint64_t *)((char *)task + loop->lower_at) = loop->lower + from * step;
    *(uint64_t *)((char *)task + loop->upper_at) = loop->lower + (to - 1) * step;
    if (loop->copy) {
        sw_omp_leave(t);
        loop->copy(task, loop->pattern, to == loop->n);
        sw_omp_enter();
    }
    sw_kmpc_task_submit(t, task, loop->deferrable, loop->address);
}

static void make_all(struct sw_omp_thread *t, const struct loop *loop)
{
    uint64_t from = 0;
    for (uint64_t i = 0; i < loop->tasks; i++) {
        uint64_t size = loop->each + (i < loop->more);
        size = size < loop->n - from ? size : loop->n - from;
        make_one(t, loop, from, from + size);
        from += size;
    }
}

/* Without a check whether there are any, since the counter may be of any type: of none, which the
 * compiler does not call for, upper is right before lower. */
static uint64_t trips(uint64_t lower, uint64_t upper, int64_t step)
{
    return step > 0 ? (upper - lower + (uint64_t)step) / (uint64_t)step
                    : (lower - upper - (uint64_t)step) / -(uint64_t)step;
}

static void run(struct loop *loop, uint64_t *lower, uint64_t *upper, bool no_group, int32_t how,
                uint64_t amount, bool strict)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_dag_instance instance;
    uint32_t construct = sw_omp_construct(t, SW_OMP_TASKLOOP, loop->address);
    loop->lower_at = (size_t)((char *)lower - (char *)loop->pattern);
    loop->upper_at = (size_t)((char *)upper - (char *)loop->pattern);
    loop->lower = *lower;
    loop->n = trips(*lower, *upper, loop->step);
    if (no_group)
        sw_omp_open(t->simulator, &instance, &t->task->strand, construct);
    else
        sw_omp_group_begin_at(t, construct);
    if (loop->n) {
        divide(loop, how, amount, strict, t->team->n);
        sw_omp_count(t->simulator, construct, SW_OMP_ITERATIONS, loop->n);
        sw_omp_count(t->simulator, construct, SW_OMP_CHUNKS, loop->tasks);
        make_all(t, loop);
    }
    sw_kmpc_task_drop(t, loop->pattern);
    if (no_group)
        sw_omp_close(t->simulator, &instance, &t->task->strand);
    else
        sw_omp_group_end(t);
    sw_omp_leave(t);
}

SW_KMPC void __kmpc_taskloop(struct sw_kmpc_ident *loc, int32_t global, struct sw_kmpc_task *task,
                             int32_t condition, uint64_t *lower, uint64_t *upper, int64_t step,
                             int32_t no_group, int32_t how, uint64_t amount, duplicate *copy)
{
    (void)loc, (void)global;
    struct loop loop = {
        .pattern = task, .step = step, .copy = copy, .deferrable = condition, .address = HERE};
    run(&loop, lower, upper, no_group, how, amount, false);
}

SW_KMPC void __kmpc_taskloop_5(struct sw_kmpc_ident *loc, int32_t global, struct sw_kmpc_task *task,
                               int32_t condition, uint64_t *lower, uint64_t *upper, int64_t step,
                               int32_t no_group, int32_t how, uint64_t amount, int32_t strict,
                               duplicate *copy)
{
    (void)loc, (void)global;
    struct loop loop = {
        .pattern = task, .step = step, .copy = copy, .deferrable = condition, .address = HERE};
    run(&loop, lower, upper, no_group, how, amount, strict);
}
