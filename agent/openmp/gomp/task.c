/* libgomp's tasks, taskwait and taskgroups, taskloops, and target regions, which are tasks of the host. */
#include "agent/openmp/gomp/gomp.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Tasks as gcc makes them. */

enum {
    SW_GOMP_FINAL = 2,
    SW_GOMP_DEPEND = 8,
    SW_GOMP_PRIORITY = 16,
    /* Of taskloops: */
    SW_GOMP_UP = 256,
    SW_GOMP_GRAINSIZE = 512,
    SW_GOMP_IF = 1024,
    SW_GOMP_NOGROUP = 2048,
    SW_GOMP_REDUCTION = 4096,
    SW_GOMP_DETACH = 8192,
    SW_GOMP_STRICT = 16384
};

/* What its data is made of: by `copy`, or byte by byte. */
struct sw_gomp_data {
    void (*function)(void *);
    void *data;
    void (*copy)(void *to, void *from);
    size_t size, alignment;
    const void *body; /* the program's function, if that one only calls it */
};

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

/* A task that is not submitted. If it is to run at once and `in_place`, the data stays where it is. */
static struct sw_omp_task *sw_gomp_task_new(struct sw_omp_thread *t,
                                            const struct sw_gomp_data *data, bool in_place,
                                            unsigned flags, int priority)
{
    int most = (int)sw_omp_settings.max_task_priority;
    bool own = data->copy || !in_place;
    struct sw_omp_task *task = sw_omp_task_new(t, own ? data->size : 0, data->alignment);
    task->function = data->function;
    task->body = data->body ? data->body : (const void *)data->function;
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
    return number == 1   ? SW_OMP_DEPEND_IN
           : number == 5 ? SW_OMP_DEPEND_INOUTSET
                         : SW_OMP_DEPEND_OUT; /* out, inout, mutexinoutset */
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

/* `detach`: where the program wants the event of a task that has one. */
static void make_task(const struct sw_gomp_data *data, bool deferrable, unsigned flags,
                      void **depend, int priority, void **detach, const void *address)
{
    SW_OMP_INSIDE(t);
    if (sw_omp_settings.cancellation && sw_omp_tasks_are_cancelled(t))
        return;
    enum sw_omp_turn turn = sw_omp_task_turn(t, deferrable);
    struct sw_omp_task *task = sw_gomp_task_new(t, data, turn != SW_OMP_WAITS, flags, priority);
    if (flags & SW_GOMP_DETACH) {
        *detach = sw_omp_detach_new(t, task);
        if (data->data)
            *(void **)task->data = *detach;
    }
    if (flags & SW_GOMP_DEPEND)
        add_all(t, task, depend);
    sw_omp_task_submit(t, task, turn, address);
}

SW_API void GOMP_task(void (*function)(void *), void *data, void (*copy)(void *, void *), long size,
                      long alignment, bool deferrable, unsigned flags, void **depend, int priority,
                      void *detach)
{
    const struct sw_gomp_data all = {function, data, copy, (size_t)size, (size_t)alignment, NULL};
    make_task(&all, deferrable, flags, depend, priority, detach, HERE);
}

SW_OMP_ENTRY(void, GOMP_taskwait, (void), sw_omp_taskwait(t, HERE))

static void wait_for(void **depend, const void *address)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_task *task = sw_omp_task_new(t, 0, 0);
    add_all(t, task, depend);
    sw_omp_taskwait_for(t, task, address);
}

SW_OMP_CALL(void, GOMP_taskwait_depend, (void **depend), wait_for(depend, HERE))
SW_OMP_CALL(void, GOMP_taskyield, (void), sw_omp_taskyield())
SW_OMP_ENTRY(void, GOMP_taskgroup_start, (void), sw_omp_group_begin(t, HERE))
SW_OMP_ENTRY(void, GOMP_taskgroup_end, (void), sw_omp_group_end(t))

/* Loops whose iterations are divided among tasks. The first two words of a task's data are where it
 * begins and ends, by the program's own counter. */

struct taskloop {
    struct sw_omp_taskloop all;
    struct sw_gomp_data data;
    unsigned flags;
    int priority;
    uint64_t start, end, step;
    struct sw_omp_task **made;
    const void *address;
};

static struct sw_omp_task *make(struct sw_omp_thread *t, const struct taskloop *loop,
                                enum sw_omp_turn turn)
{
    return sw_gomp_task_new(t, &loop->data, turn != SW_OMP_WAITS, loop->flags | SW_GOMP_PRIORITY,
                            loop->priority);
}

/* Tasks with copies of objects are all made before the first one runs. */
static void make_all(struct sw_omp_thread *t, struct taskloop *loop, enum sw_omp_turn turn)
{
    loop->made = sw_omp_need(malloc(loop->all.tasks * sizeof(struct sw_omp_task *)), "a taskloop");
    for (uint64_t i = 0; i < loop->all.tasks; i++)
        loop->made[i] = make(t, loop, turn);
}

static void run(struct sw_omp_thread *t, struct taskloop *loop)
{
    enum sw_omp_turn turn = sw_omp_tasks_turn(t, loop->flags & SW_GOMP_IF, loop->all.tasks);
    uint64_t from, size;
    if (loop->data.copy)
        make_all(t, loop, turn);
    for (uint64_t i = 0; i < loop->all.tasks; i++) {
        struct sw_omp_task *task = loop->made ? loop->made[i] : make(t, loop, turn);
        uint64_t *bounds = task->data;
        size = sw_omp_taskloop_part(&loop->all, i, &from);
        bounds[0] = loop->start + from * loop->step;
        bounds[1] = loop->start + (from + size) * loop->step;
        sw_omp_task_submit(t, task, turn, loop->address);
    }
    free(loop->made);
}

static void taskloop(struct taskloop *loop, uint64_t number)
{
    SW_OMP_INSIDE(t);
    uint64_t threads = t->team->level ? t->team->n : 1;
    if (!loop->all.n || (sw_omp_settings.cancellation && sw_omp_tasks_are_cancelled(t)))
        return;
    loop->all.no_group = loop->flags & SW_GOMP_NOGROUP;
    sw_omp_taskloop_begin(t, &loop->all, loop->flags & SW_GOMP_GRAINSIZE ? number : 0,
                          number ? number : threads, loop->flags & SW_GOMP_STRICT, loop->address);
    if (!loop->all.no_group && loop->flags & SW_GOMP_REDUCTION)
        sw_gomp_reductions_register(t->task->group, ((uintptr_t **)loop->data.data)[2], NULL,
                                    t->team->n);
    run(t, loop);
    sw_omp_taskloop_end(t, &loop->all);
}

#define TASKLOOP(name, type, up, any)                                                    \
    SW_API void name(void (*function)(void *), void *data, void (*copy)(void *, void *), \
                     long size, long alignment, unsigned flags, unsigned long number,    \
                     int priority, type start, type end, type step)                      \
    {                                                                                    \
        struct taskloop loop = {                                                         \
            .data = {function, data, copy, (size_t)size, (size_t)alignment, NULL},       \
            .flags = flags,                                                              \
            .priority = priority,                                                        \
            .start = (uint64_t)start,                                                    \
            .end = (uint64_t)end,                                                        \
            .step = (uint64_t)step,                                                      \
            .address = HERE,                                                             \
        };                                                                               \
        loop.all.n = sw_gomp_trips(loop.start, loop.end, loop.step, up, any);            \
        taskloop(&loop, number);                                                         \
    }

TASKLOOP(GOMP_taskloop, long, step > 0, step > 0 ? start < end : step && start > end)
TASKLOOP(GOMP_taskloop_ull, unsigned long long, flags &SW_GOMP_UP,
         flags &SW_GOMP_UP ? start < end : start > end)

/*
 * Target regions, on the host, where libgomp runs them if there is no device. Nothing is mapped. One that is `nowait` is a task; another
 * one waits for what it depends on. It begins outside all regions, whatever is around it.
 */

enum { NOWAIT = 1, FIRSTPRIVATE = 12 }; /* flags; the lower byte of a mapping's kind */

/* What a list of arguments says: the number in bits 8 to 15, for which devices in bits 0 to 6 (0: all), and the value behind it in the
 * list, or in bits 16 and more. */
enum { ARGUMENT = 0xff00, DEVICES = 0x7f, VALUE_NEXT = 0x80, VALUE_SHIFT = 16, LIMIT = 2 << 8 };

/* As the program gives it; and as a block of memory that can be kept: this, its addresses, and copies of what is firstprivate. */
struct target {
    void (*function)(void *);
    size_t n;
    void **addresses;
    const size_t *sizes;
    const unsigned short *kinds;
    unsigned limit; /* of threads; 0: none */
};

static unsigned limit_of(void **arguments)
{
    for (; arguments && *arguments; arguments++) {
        intptr_t what = (intptr_t)*arguments, value = what >> VALUE_SHIFT;
        if (what & VALUE_NEXT)
            value = (intptr_t) * ++arguments;
        if (!(what & DEVICES) && (what & ARGUMENT) == LIMIT)
            return value > 0 && value < INT_MAX ? (unsigned)value : INT_MAX;
    }
    return 0;
}

static size_t alignment_of(const struct target *target, size_t i)
{
    return (size_t)1 << (target->kinds[i] >> 8);
}

static bool is_copied(const struct target *target, size_t i)
{
    return (target->kinds[i] & 0xff) == FIRSTPRIVATE;
}

static size_t size_of(const struct target *target)
{
    size_t size = sizeof *target + target->n * sizeof *target->addresses;
    for (size_t i = 0; i < target->n; i++)
        size += is_copied(target, i) ? target->sizes[i] + alignment_of(target, i) : 0;
    return size;
}

static void copy_target(void *to, void *from)
{
    struct target *copy = to, *target = from;
    *copy = *target;
    copy->addresses = (void **)(copy + 1);
    char *at = (char *)(copy->addresses + copy->n);
    for (size_t i = 0; i < copy->n; i++) {
        copy->addresses[i] = target->addresses[i];
        if (!is_copied(target, i))
            continue;
        at += -(uintptr_t)at & (alignment_of(target, i) - 1);
        copy->addresses[i] = memcpy(at, target->addresses[i], target->sizes[i]);
        at += target->sizes[i];
    }
}

static void run_target(void *data)
{
    const struct target *target = data;
    if (target->function)
        sw_omp_outside(target->function, target->addresses, target->limit);
}

/* Without a function it only orders others. */
static void target(struct target *target, unsigned flags, void **depend, const void *address)
{
    if (flags & NOWAIT) {
        const struct sw_gomp_data data = {
            run_target,      target, copy_target, size_of(target), _Alignof(struct target),
            target->function};
        make_task(&data, true, depend ? SW_GOMP_DEPEND : 0, depend, 0, NULL, address);
        return;
    }
    struct target *copy = sw_omp_need(malloc(size_of(target)), "a target region");
    copy_target(copy, target);
    if (depend)
        wait_for(depend, address);
    run_target(copy);
    free(copy);
}

SW_API void GOMP_target_ext(int device, void (*function)(void *), size_t n, void **addresses,
                            size_t *sizes, unsigned short *kinds, unsigned flags, void **depend,
                            void **arguments)
{
    struct target all = {function, n, addresses, sizes, kinds, limit_of(arguments)};
    target(&all, flags, depend, HERE);
}

/* gcc 4.9 */
SW_OMP_CALL(void, GOMP_target,
            (int device, void (*function)(void *), const void *unused, size_t n, void **addresses),
            sw_omp_outside(function, addresses, 0))

SW_API void GOMP_target_update_ext(int device, size_t n, void **addresses, size_t *sizes,
                                   unsigned short *kinds, unsigned flags, void **depend)
{
    struct target nothing = {0};
    if (depend)
        target(&nothing, flags, depend, HERE);
}

SW_OMP_ALIAS(GOMP_target_enter_exit_data, GOMP_target_update_ext);

#define IGNORED(name)      \
    SW_API void name(void) \
    {                      \
    }

IGNORED(GOMP_target_data)
IGNORED(GOMP_target_data_ext)
IGNORED(GOMP_target_end_data)
IGNORED(GOMP_target_update)
/* Code for devices, when it is loaded. */
IGNORED(GOMP_offload_register)
IGNORED(GOMP_offload_register_ver)
IGNORED(GOMP_offload_unregister)
IGNORED(GOMP_offload_unregister_ver)
