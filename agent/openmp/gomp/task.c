/* libgomp's tasks, taskwait and taskgroups. */
#include "agent/openmp/gomp/task.h"
#include "agent/openmp/core/cancel.h"
#include "agent/openmp/core/depend.h"
#include "agent/openmp/core/detach.h"
#include "agent/openmp/core/tasking.h"

#include <string.h>

static void fill(struct sw_omp_thread *t, struct sw_omp_task *task, const struct sw_gomp_data *data)
{
    if (!data->copy) {
        memcpy(task->data, data->data, data->size);
        return;
    }
    task->copied = true;
    sw_omp_leave(t);
    data->copy(task->data, data->data);
    sw_omp_enter();
}

struct sw_omp_task *sw_gomp_task_new(struct sw_omp_thread *t, const struct sw_gomp_data *data,
                                     bool in_place, unsigned flags, int priority)
{
    int most = (int)sw_omp_settings.max_task_priority;
    bool own = data->copy || !in_place;
    struct sw_omp_task *task = sw_omp_task_new(t, own ? data->size : 0, data->alignment);
    task->function = data->function;
    task->untied = flags & SW_GOMP_UNTIED;
    task->final = task->final || (flags & SW_GOMP_FINAL);
    if (flags & SW_GOMP_PRIORITY)
        task->priority = priority < most ? priority : most;
    if (own)
        fill(t, task, data);
    else
        task->data = data->data;
    return task;
}

/* What an address is to a task, where that is said in an object of its own: depobj. */
static enum sw_omp_depend how_by_number(uintptr_t number)
{
    switch (number) {
    case 1:
        return SW_OMP_DEPEND_IN;
    case 5:
        return SW_OMP_DEPEND_INOUTSET;
    default:
        return SW_OMP_DEPEND_OUT; /* out, inout, mutexinoutset */
    }
}

static void add(struct sw_omp_thread *t, struct sw_omp_task *task, const void *address,
                enum sw_omp_depend how)
{
    if (!address && how == SW_OMP_DEPEND_OUT)
        how = SW_OMP_DEPEND_ALL;
    sw_omp_depend_add(t, task, address, how);
}

/* The list begins with how many there are and how many of them are written, or with 0, and how many
 * there are, are written, are mutexinoutset, and are read; what is left over are objects. */
static void add_all(struct sw_omp_thread *t, struct sw_omp_task *task, void **list)
{
    size_t n = (size_t)list[0], written = (size_t)list[1], read;
    void **at = list + 2;
    if (n) {
        read = n - written;
    } else {
        n = (size_t)list[1];
        written = (size_t)list[2] + (size_t)list[3];
        read = (size_t)list[4];
        at = list + 5;
    }
    for (size_t i = 0; i < n; i++) {
        if (i < written) {
            add(t, task, at[i], SW_OMP_DEPEND_OUT);
        } else if (i < written + read) {
            add(t, task, at[i], SW_OMP_DEPEND_IN);
        } else {
            void **object = at[i];
            add(t, task, object[0], how_by_number((uintptr_t)object[1]));
        }
    }
}

SW_GOMP void GOMP_task(void (*function)(void *), void *data, void (*copy)(void *, void *),
                       long size, long alignment, bool deferrable, unsigned flags, void **depend,
                       int priority, void *detach)
{
    const struct sw_gomp_data all = {function, data, copy, (size_t)size, (size_t)alignment};
    struct sw_omp_thread *t = sw_omp_enter();
    if (sw_omp_settings.cancellation && sw_omp_tasks_are_cancelled(t)) {
        sw_omp_leave(t);
        return;
    }
    enum sw_omp_turn turn = sw_omp_task_turn(t, deferrable);
    struct sw_omp_task *task = sw_gomp_task_new(t, &all, turn != SW_OMP_WAITS, flags, priority);
    if (flags & SW_GOMP_DETACH) {
        void *handle = sw_omp_detach_new(t, task);
        *(void **)detach = handle;
        if (data)
            *(void **)task->data = handle;
    }
    if (flags & SW_GOMP_DEPEND)
        add_all(t, task, depend);
    sw_omp_task_submit(t, task, turn, HERE);
    sw_omp_leave(t);
}

SW_GOMP void GOMP_taskwait(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_taskwait(t, HERE);
    sw_omp_leave(t);
}

SW_GOMP void GOMP_taskwait_depend(void **depend)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_task *task = sw_omp_task_new(t, 0, 0);
    add_all(t, task, depend);
    sw_omp_taskwait_for(t, task, HERE);
    sw_omp_leave(t);
}

SW_GOMP void GOMP_taskyield(void)
{
    sw_omp_taskyield();
}

SW_GOMP void GOMP_taskgroup_start(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_group_begin(t, HERE);
    sw_omp_leave(t);
}

SW_GOMP void GOMP_taskgroup_end(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_group_end(t);
    sw_omp_leave(t);
}
