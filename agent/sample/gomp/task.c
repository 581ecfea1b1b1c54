/*
 * Tasks. The creator's path goes along with the data, behind it: the data is made larger, and since the runtime
 * would not know what to put there, it is copied by a function of ours. That changes one thing: what has a copying
 * function is not dropped when tasks are cancelled. So where they can be, the path is in the thunk.
 */
#include "agent/sample/gomp/piece.h"

#include <string.h>

/*
 * Small functions in place of tasks' own, all alike but for a number: a task's function gets nothing but its
 * data, and who created the task has to be known when it runs. By its number each knows the function, and
 * where the creator's path is:
 *   - behind the data, if that was made larger: for all tasks of the function with so much data;
 *   - in the thunk: for all tasks that were created on that path;
 *   - in an origin that stands as long as the tasks do: for those of one creator.
 * The first two are kept for good, the last is given back. There is a limited number of them.
 */

struct thunk {
    _Atomic uint32_t state; /* 0: free, 1: being filled in, 2: is there */
    uint32_t path;
    sw_gomp_function *function;
    size_t behind; /* where in the data the creator's path is, a uint32_t; 0: nowhere */
    struct sw_origin *origin;
};

#define KEPT  1024 /* a power of two */
#define TAKEN 256
#define PROBE 64
/* Bytes of code each. */
#define CODE  16

static struct thunk thunks[KEPT + TAKEN];

/* Each calls sw_gomp_thunk_run(data, its number) in place of itself. */
extern const char sw_gomp_thunks[] __attribute__((visibility("hidden")));
void sw_gomp_thunk_run(void *data, unsigned number) __attribute__((visibility("hidden"), used));

#define TEXT(x)  #x
#define VALUE(x) TEXT(x)
#ifdef __x86_64__
#define CALL_NUMBER "movl $sw_gomp_number, %esi\n jmp sw_gomp_thunk_run\n"
#elif defined(__aarch64__)
#define CALL_NUMBER "mov w1, #sw_gomp_number\n b sw_gomp_thunk_run\n"
#else
#error "no thunks for this machine"
#endif
__asm__(
    ".pushsection .text\n"
    ".balign " VALUE(
        CODE) "\n"
              ".hidden sw_gomp_thunks\n .global sw_gomp_thunks\n .type sw_gomp_thunks, %function\n"
              "sw_gomp_thunks:\n"
              ".cfi_startproc\n"
              ".set sw_gomp_number, 0\n"
              ".rept " VALUE(KEPT) " + " VALUE(TAKEN) "\n" CALL_NUMBER ".balign " VALUE(
                  CODE) "\n"
                        ".set sw_gomp_number, sw_gomp_number + 1\n"
                        ".endr\n"
                        ".cfi_endproc\n"
                        ".size sw_gomp_thunks, . - sw_gomp_thunks\n"
                        ".popsection\n");

void sw_gomp_thunk_run(void *data, unsigned number)
{
    const struct thunk *thunk = &thunks[number];
    struct sw_worker *worker = sw_worker_self();
    struct sw_origin origin = {.shared = thunk->origin};
    if (!worker) {
        thunk->function(data);
        return;
    }
    if (thunk->behind)
        origin.path = *(const uint32_t *)((const char *)data + thunk->behind);
    else
        origin.path = thunk->path;
    sw_gomp_piece(worker, &origin, thunk->function, data, true);
}

/* What the runtime is to call. */
static sw_gomp_function *code_of(const struct thunk *thunk)
{
    return (sw_gomp_function *)(uintptr_t)(sw_gomp_thunks + CODE * (size_t)(thunk - thunks));
}

static bool claim(struct thunk *thunk)
{
    uint32_t is_free = 0;
    return atomic_compare_exchange_strong_explicit(&thunk->state, &is_free, 1, memory_order_acquire,
                                                   memory_order_relaxed);
}

static void fill(struct thunk *thunk, const struct thunk *like)
{
    thunk->function = like->function;
    thunk->behind = like->behind;
    thunk->path = like->path;
    thunk->origin = like->origin;
    atomic_store_explicit(&thunk->state, 2, memory_order_release);
}

/* NULL: there are no more. One that another thread is filling in may be the same: then there are two of them, which does no
 * harm. */
static const struct thunk *keep(const struct thunk *like)
{
    uint64_t hash =
        ((uint64_t)(uintptr_t)like->function ^ (uint64_t)like->path << 40 ^ like->behind) *
        0x9e3779b97f4a7c15ull;
    for (unsigned i = 0; i < PROBE; i++) {
        struct thunk *thunk = &thunks[((hash >> 48) + i) % KEPT];
        uint32_t state = atomic_load_explicit(&thunk->state, memory_order_acquire);
        if (state == 2 && thunk->function == like->function && thunk->behind == like->behind &&
            thunk->path == like->path)
            return thunk;
        if (!state && claim(thunk)) {
            fill(thunk, like);
            return thunk;
        }
    }
    return NULL;
}

static const struct thunk *take(sw_gomp_function *function, struct sw_origin *origin)
{
    struct thunk like = {.function = function, .origin = origin};
    for (unsigned i = 0; i < TAKEN; i++) {
        struct thunk *thunk = &thunks[KEPT + i];
        if (!atomic_load_explicit(&thunk->state, memory_order_relaxed) && claim(thunk)) {
            fill(thunk, &like);
            return thunk;
        }
    }
    return NULL;
}

static void give_back(const struct thunk *thunk)
{
    atomic_store_explicit(&thunks[thunk - thunks].state, 0, memory_order_release);
}

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
    const struct thunk *thunk = NULL;
    /* Other tasks may run, and be created, before it is copied. */
    struct created created, *outer = creating;
    if (worker) {
        uint32_t path = SW_WORKER_PATH_HERE(worker);
        size_t behind = ((size_t)size + 7) / 4 * 4; /* not 0 */
        if (!copy && can_be_cancelled(gomp)) {
            thunk = keep(&(struct thunk){.function = function, .path = path});
        } else if ((thunk = keep(&(struct thunk){.function = function, .behind = behind}))) {
            created = (struct created){copy, (size_t)size, behind, path};
            creating = &created;
            copy = copy_all;
            size = (long)(behind + sizeof path);
            alignment = alignment < (long)sizeof path ? (long)sizeof path : alignment;
        }
        if (thunk)
            function = code_of(thunk);
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
    const struct thunk *taken;
    bool group; /* made here */
};

static sw_gomp_function *loop_begin(struct loop *loop, const struct sw_real *gomp,
                                    sw_gomp_function *function, unsigned *flags, uint64_t from,
                                    uint64_t sp)
{
    const struct thunk *thunk = NULL;
    if (!(*flags & NO_GROUP))
        thunk = loop->taken = take(function, &loop->origin);
    if (!thunk)
        thunk = keep(&(struct thunk){.function = function,
                                     .path = sw_worker_path_cached(loop->worker, from, sp)});
    if (!(*flags & (NO_GROUP | REDUCTION))) {
        SW_GOMP_REAL(gomp, GOMP_taskgroup_start)();
        loop->group = true;
        *flags |= NO_GROUP;
    }
    if (thunk)
        return code_of(thunk);
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
        give_back(loop->taken);
}

#define TASKLOOP(name, type)                                                                \
    SW_GOMP_TASKLOOP_OF(name, type)                                                         \
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
