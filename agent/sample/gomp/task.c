/*
 * Tasks. The creator's path goes along with the data, behind it: the data is made larger, and since the runtime
 * would not know what to put there, it is copied by a function of ours. That changes one thing: what has a copying
 * function is not dropped when tasks are cancelled. So where they can be, the path is in the thunk.
 */
#include "agent/sample/gomp/thunk.h"

#include <string.h>

enum { NO_GROUP = 2048, REDUCTION = 4096 };

/* The task that the thread is about to create. */
struct created {
    void (*copy)(void *, void *);
    size_t size, behind;
    uint32_t path;
};
static _Thread_local struct created *creating;

static void copy_all(void *to, void *from)
{
    const struct created *created = creating;
    if (created->copy)
        created->copy(to, from);
    else if (created->size)
        memcpy(to, from, created->size);
    *(uint32_t *)((char *)to + created->behind) = created->path;
}

static bool can_be_cancelled(const struct sw_real *gomp)
{
    return SW_GOMP_REAL(gomp, omp_get_cancellation) && SW_GOMP_REAL(gomp, omp_get_cancellation)();
}

SW_GOMP void GOMP_task(sw_gomp_function *function, void *data, void (*copy)(void *, void *),
                       long size, long alignment, bool deferrable, unsigned flags, void **depend,
                       int priority, void *detach)
{
    const struct sw_real *gomp = SW_GOMP_MINE;
    SW_GOMP_DOES_AROUND(gomp, SW_DOING_CREATE);
    struct sw_worker *worker = sw_gomp_doing_now.worker;
    const struct sw_gomp_thunk *thunk = NULL;
    /* Other tasks may run, and be created, before it is copied. */
    struct created created, *outer = creating;
    if (worker) {
        uint32_t path =
            sw_worker_path_cached(worker, (uint64_t)(uintptr_t)__builtin_return_address(0),
                                  (uint64_t)(uintptr_t)__builtin_frame_address(0));
        size_t behind = ((size_t)size + 7) / 4 * 4; /* not 0 */
        if (!copy && can_be_cancelled(gomp)) {
            thunk = sw_gomp_thunk_on_path(function, path);
        } else if ((thunk = sw_gomp_thunk_behind(function, behind))) {
            created = (struct created){copy, (size_t)size, behind, path};
            creating = &created;
            copy = copy_all;
            size = (long)(behind + sizeof path);
            alignment = alignment < (long)sizeof path ? (long)sizeof path : alignment;
        }
        if (thunk)
            function = sw_gomp_thunk_code(thunk);
        else
            sw_worker_path_refused(worker);
    }
    SW_GOMP_REAL(gomp, GOMP_task)
    (function, data, copy, size, alignment, deferrable, flags, depend, priority, detach);
    creating = outer;
}

/*
 * Loops of tasks. Data of another size would be copied to the stack, for all tasks at once, where they run at once.
 * But the creator mostly waits for them, and stands: its origin is in a thunk that is for this loop only.
 * So that the wait is told apart from the creation, the group that it waits for is made here, as the runtime
 * does itself.
 */
struct loop {
    struct sw_worker *worker;
    struct sw_origin origin;
    const struct sw_gomp_thunk *taken;
    bool group; /* made here */
};

static sw_gomp_function *loop_begin(struct loop *loop, const struct sw_real *gomp,
                                    sw_gomp_function *function, unsigned *flags, uint64_t from,
                                    uint64_t sp)
{
    const struct sw_gomp_thunk *thunk = NULL;
    if (!(*flags & NO_GROUP))
        thunk = loop->taken = sw_gomp_thunk_take(function, &loop->origin);
    if (!thunk)
        thunk = sw_gomp_thunk_on_path(function, sw_worker_path_cached(loop->worker, from, sp));
    if (!(*flags & (NO_GROUP | REDUCTION))) {
        SW_GOMP_REAL(gomp, GOMP_taskgroup_start)();
        loop->group = true;
        *flags |= NO_GROUP;
    }
    if (thunk)
        return sw_gomp_thunk_code(thunk);
    sw_worker_path_refused(loop->worker);
    return function;
}

static void loop_end(struct loop *loop, const struct sw_real *gomp)
{
    if (loop->group) {
        SW_GOMP_WAITS(gomp);
        SW_GOMP_REAL(gomp, GOMP_taskgroup_end)();
    }
    if (loop->taken)
        sw_gomp_thunk_give_back(loop->taken);
}

#define TASKLOOP(name, type)                                                                \
    SW_GOMP void name(sw_gomp_function *function, void *data, void (*copy)(void *, void *), \
                      long size, long alignment, unsigned flags, unsigned long number,      \
                      int priority, type start, type end, type step)                        \
    {                                                                                       \
        const struct sw_real *gomp = SW_GOMP_MINE;                                          \
        SW_GOMP_DOES_AROUND(gomp, SW_DOING_CREATE);                                         \
        struct loop loop = {.worker = sw_gomp_doing_now.worker};                            \
        if (loop.worker) {                                                                  \
            sw_origin_here(loop.worker, &loop.origin);                                      \
            function = loop_begin(&loop, gomp, function, &flags,                            \
                                  (uint64_t)(uintptr_t)__builtin_return_address(0),         \
                                  (uint64_t)(uintptr_t)__builtin_frame_address(0));         \
        }                                                                                   \
        SW_GOMP_REAL(gomp, name)                                                            \
        (function, data, copy, size, alignment, flags, number, priority, start, end, step); \
        loop_end(&loop, gomp);                                                              \
    }
TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, sw_gomp_ull)
