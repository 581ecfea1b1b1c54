/* Loops whose iterations are divided among tasks. The first two words of a task's data are where it
 * begins and ends, by the program's own counter. */
#include "agent/openmp/core/cancel.h"
#include "agent/openmp/core/tasking.h"
#include "agent/openmp/gomp/reduction.h"
#include "agent/openmp/gomp/task.h"
#include "agent/openmp/simulator/record.h"

#include <stdlib.h>

struct taskloop {
    struct sw_gomp_data data;
    unsigned flags;
    int priority;
    uint64_t start, end, step;
    uint64_t n;          /* iterations */
    uint64_t tasks;      /* of which each has so many: */
    uint64_t each, more; /* one more for the first ones */
    uint64_t last;       /* the last one, if it is not like the others */
    struct sw_omp_task **made;
    const void *address;
};

static void divide(struct taskloop *loop, uint64_t number, unsigned threads)
{
    loop->tasks = number ? number : threads;
    if (loop->flags & SW_GOMP_GRAINSIZE && loop->flags & SW_GOMP_STRICT) {
        loop->tasks = loop->n / number + (loop->n % number != 0);
        loop->each = number;
        loop->last = loop->n - (loop->tasks - 1) * number;
        return;
    }
    if (loop->flags & SW_GOMP_GRAINSIZE)
        loop->tasks = loop->n / number;
    loop->tasks = loop->tasks < loop->n ? loop->tasks : loop->n;
    loop->tasks = loop->tasks ? loop->tasks : 1;
    loop->each = loop->n / loop->tasks;
    loop->more = loop->n % loop->tasks;
    loop->last = loop->each;
}

/* Fills in where the task of that number begins and ends. */
static void set_bounds(const struct taskloop *loop, uint64_t i, uint64_t *data)
{
    uint64_t first = i * loop->each + (i < loop->more ? i : loop->more);
    uint64_t size = i + 1 == loop->tasks ? loop->last : loop->each + (i < loop->more);
    data[0] = loop->start + first * loop->step;
    data[1] = loop->start + (first + size) * loop->step;
}

static struct sw_omp_task *make(struct sw_omp_thread *t, const struct taskloop *loop,
                                enum sw_omp_turn turn)
{
    return sw_gomp_task_new(t, &loop->data, turn != SW_OMP_WAITS, loop->flags | SW_GOMP_PRIORITY,
                            loop->priority);
}

/* Tasks with copies of objects are all made before the first one runs. */
static void make_all(struct sw_omp_thread *t, struct taskloop *loop, enum sw_omp_turn turn)
{
    loop->made = malloc(loop->tasks * sizeof(struct sw_omp_task *));
    if (!loop->made)
        sw_omp_die("not enough memory for a taskloop");
    for (uint64_t i = 0; i < loop->tasks; i++)
        loop->made[i] = make(t, loop, turn);
}

static void run(struct sw_omp_thread *t, struct taskloop *loop)
{
    enum sw_omp_turn turn = sw_omp_tasks_turn(t, loop->flags & SW_GOMP_IF, loop->tasks);
    if (loop->data.copy)
        make_all(t, loop, turn);
    for (uint64_t i = 0; i < loop->tasks; i++) {
        struct sw_omp_task *task = loop->made ? loop->made[i] : make(t, loop, turn);
        set_bounds(loop, i, task->data);
        sw_omp_task_submit(t, task, turn, loop->address);
    }
    free(loop->made);
}

static void count(struct sw_omp_thread *t, const struct taskloop *loop, uint32_t construct)
{
    sw_omp_count(t->simulator, construct, SW_OMP_ITERATIONS, loop->n);
    sw_omp_count(t->simulator, construct, SW_OMP_CHUNKS, loop->tasks);
}

static void taskloop(struct taskloop *loop, uint64_t number)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_dag_instance instance;
    if (!loop->n || (sw_omp_settings.cancellation && sw_omp_tasks_are_cancelled(t))) {
        sw_omp_leave(t);
        return;
    }
    uint32_t construct = sw_omp_construct(t, SW_OMP_TASKLOOP, loop->address);
    divide(loop, number, t->team->level ? t->team->n : 1);
    count(t, loop, construct);
    if (loop->flags & SW_GOMP_NOGROUP) {
        sw_omp_open(t->simulator, &instance, &t->task->strand, construct);
        run(t, loop);
        sw_omp_close(t->simulator, &instance, &t->task->strand);
    } else {
        sw_omp_group_begin_at(t, construct);
        if (loop->flags & SW_GOMP_REDUCTION)
            sw_gomp_reductions_register(t->task->group, ((uintptr_t **)loop->data.data)[2], NULL,
                                        t->team->n);
        run(t, loop);
        sw_omp_group_end(t);
    }
    sw_omp_leave(t);
}

SW_GOMP void GOMP_taskloop(void (*function)(void *), void *data, void (*copy)(void *, void *),
                           long size, long alignment, unsigned flags, unsigned long number,
                           int priority, long start, long end, long step)
{
    struct taskloop loop = {
        .data = {function, data, copy, (size_t)size, (size_t)alignment},
        .flags = flags,
        .priority = priority,
        .start = (uint64_t)start,
        .end = (uint64_t)end,
        .step = (uint64_t)step,
        .address = HERE,
    };
    if (step > 0 && start < end)
        loop.n = (loop.end - loop.start - 1) / loop.step + 1;
    else if (step < 0 && start > end)
        loop.n = (loop.start - loop.end - 1) / (0 - loop.step) + 1;
    taskloop(&loop, number);
}

SW_GOMP void GOMP_taskloop_ull(void (*function)(void *), void *data, void (*copy)(void *, void *),
                               long size, long alignment, unsigned flags, unsigned long number,
                               int priority, unsigned long long start, unsigned long long end,
                               unsigned long long step)
{
    struct taskloop loop = {
        .data = {function, data, copy, (size_t)size, (size_t)alignment},
        .flags = flags,
        .priority = priority,
        .start = start,
        .end = end,
        .step = step,
        .address = HERE,
    };
    if (flags & SW_GOMP_UP && start < end)
        loop.n = (end - start - 1) / step + 1;
    else if (!(flags & SW_GOMP_UP) && start > end)
        loop.n = (start - end - 1) / (0 - step) + 1;
    taskloop(&loop, number);
}
