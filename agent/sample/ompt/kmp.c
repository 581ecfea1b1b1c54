/*
 * Wrappers for functions of libomp that its tool interface reports too late or not at all:
 * locks, chunks of loops, the creation of tasks.
 */
#include "agent/sample/mark.h"
#include "agent/sample/ompt/piece.h"
#include "agent/sample/real.h"

#include <stddef.h>
#include <stdint.h>

/*
 * What clang's code calls of libomp that the runtime tells tools nothing about, or too late: its locks (a
 * tool hears of a release when it is over), chunks of loops, the making of tasks.
 */

#define SW_KMP_DISPATCH_OF(F, suffix, type, signed_type)                                   \
    F(void, __kmpc_dispatch_init_##suffix,                                                 \
      (void *at, int32_t thread, int32_t schedule, type low, type high, signed_type step,  \
       signed_type chunk),                                                                 \
      (at, thread, schedule, low, high, step, chunk))                                      \
    F(int, __kmpc_dispatch_next_##suffix,                                                  \
      (void *at, int32_t thread, int32_t *last, type *low, type *high, signed_type *step), \
      (at, thread, last, low, high, step))

#define SW_KMP_SCHEDULE(F)                       \
    SW_KMP_DISPATCH_OF(F, 4, int32_t, int32_t)   \
    SW_KMP_DISPATCH_OF(F, 4u, uint32_t, int32_t) \
    SW_KMP_DISPATCH_OF(F, 8, int64_t, int64_t)   \
    SW_KMP_DISPATCH_OF(F, 8u, uint64_t, int64_t) \
    F(int32_t, __kmpc_single, (void *at, int32_t thread), (at, thread))

#define SW_KMP_REDUCE_OF(F, name)                                    \
    F(int32_t, __kmpc_##name,                                        \
      (void *at, int32_t thread, int32_t n, size_t size, void *data, \
       void (*function)(void *, void *), void *lock),                \
      (at, thread, n, size, data, function, lock))                   \
    F(void, __kmpc_end_##name, (void *at, int32_t thread, void *lock), (at, thread, lock))

#define SW_KMP_SYNCHRONIZE(F)                                                        \
    SW_KMP_REDUCE_OF(F, reduce)                                                      \
    SW_KMP_REDUCE_OF(F, reduce_nowait)                                               \
    F(void, __kmpc_doacross_post, (void *at, int32_t thread, const int64_t *counts), \
      (at, thread, counts))

#define SW_KMP_WAIT(F)                                                               \
    F(void, __kmpc_doacross_wait, (void *at, int32_t thread, const int64_t *counts), \
      (at, thread, counts))                                                          \
    F(void, __kmpc_omp_wait_deps,                                                    \
      (void *at, int32_t thread, int32_t n, void *depend, int32_t m, void *more),    \
      (at, thread, n, depend, m, more))

#define SW_KMP_CREATE(F)                                                                        \
    F(void *, __kmpc_omp_task_alloc,                                                            \
      (void *at, int32_t thread, int32_t flags, size_t size, size_t shared, void *function),    \
      (at, thread, flags, size, shared, function))                                              \
    F(int32_t, __kmpc_omp_task, (void *at, int32_t thread, void *task), (at, thread, task))     \
    F(int32_t, __kmpc_omp_task_with_deps,                                                       \
      (void *at, int32_t thread, void *task, int32_t n, void *depend, int32_t m, void *more),   \
      (at, thread, task, n, depend, m, more))                                                   \
    F(void, __kmpc_taskloop,                                                                    \
      (void *at, int32_t thread, void *task, int32_t if_clause, uint64_t *low, uint64_t *high,  \
       int64_t step, int32_t nogroup, int32_t how, uint64_t grain, void *copy),                 \
      (at, thread, task, if_clause, low, high, step, nogroup, how, grain, copy))                \
    F(void, __kmpc_taskloop_5,                                                                  \
      (void *at, int32_t thread, void *task, int32_t if_clause, uint64_t *low, uint64_t *high,  \
       int64_t step, int32_t nogroup, int32_t how, uint64_t grain, int32_t strict, void *copy), \
      (at, thread, task, if_clause, low, high, step, nogroup, how, grain, strict, copy))

#define SW_KMP_CRITICAL(F)                                                                    \
    F(void, __kmpc_critical, (void *at, int32_t thread, void *name), (at, thread, name))      \
    F(void, __kmpc_critical_with_hint, (void *at, int32_t thread, void *name, uint32_t hint), \
      (at, thread, name, hint))                                                               \
    F(void, __kmpc_end_critical, (void *at, int32_t thread, void *name), (at, thread, name))  \
    F(void, __kmpc_ordered, (void *at, int32_t thread), (at, thread))                         \
    F(void, __kmpc_end_ordered, (void *at, int32_t thread), (at, thread))

/* C's and Fortran's. Ours have names of their own: those of libgomp's wrappers are the same. */
#define SW_KMP_LOCKS(F)                                \
    F(void, omp_set_lock, (void *lock), (lock))        \
    F(int, omp_test_lock, (void *lock), (lock))        \
    F(void, omp_unset_lock, (void *lock), (lock))      \
    F(void, omp_set_nest_lock, (void *lock), (lock))   \
    F(int, omp_test_nest_lock, (void *lock), (lock))   \
    F(void, omp_unset_nest_lock, (void *lock), (lock)) \
    F(void, omp_set_lock_, (void *lock), (lock))       \
    F(int, omp_test_lock_, (void *lock), (lock))       \
    F(void, omp_unset_lock_, (void *lock), (lock))     \
    F(void, omp_set_nest_lock_, (void *lock), (lock))  \
    F(int, omp_test_nest_lock_, (void *lock), (lock))  \
    F(void, omp_unset_nest_lock_, (void *lock), (lock))

#define SW_KMP_FUNCTIONS(F) \
    SW_KMP_SCHEDULE(F)      \
    SW_KMP_SYNCHRONIZE(F)   \
    SW_KMP_WAIT(F)          \
    SW_KMP_CREATE(F)        \
    SW_KMP_CRITICAL(F)

enum {
#define SW_KMP_NUMBER(type, name, parameters, arguments) SW_NR_KMP_##name,
    SW_KMP_FUNCTIONS(SW_KMP_NUMBER) SW_KMP_LOCKS(SW_KMP_NUMBER)
#undef SW_KMP_NUMBER
        SW_KMP_N
};

#define SW_KMP_DECLARED(type, name, parameters, arguments) \
    type name parameters __attribute__((visibility("default")));
SW_KMP_FUNCTIONS(SW_KMP_DECLARED)
#undef SW_KMP_DECLARED
#define SW_KMP_DECLARED(type, name, parameters, arguments) \
    type sw_kmp_##name parameters __attribute__((visibility("default")));
SW_KMP_LOCKS(SW_KMP_DECLARED)
#undef SW_KMP_DECLARED

#define VERSION "VERSION" /* of all that libomp has */
#define SW_KMP  __attribute__((visibility("default")))

static const struct sw_real_name names[] = {
#define F(type, name, parameters, arguments) {#name, VERSION},
    SW_KMP_FUNCTIONS(F) SW_KMP_LOCKS(F)
#undef F
};

static void found(struct sw_real *real, void *handle, const char *name)
{
    (void)real, (void)handle;
    sw_runtime_module(name);
}

static struct sw_reals reals = {
    .names = names, .n = SW_KMP_N, .file = "libomp.so.5", .found = found};

#define MINE             sw_real_of(&reals, __builtin_return_address(0))
#define REAL(real, name) ((__typeof__(name) *)(real)->functions[SW_NR_KMP_##name])

struct doing {
    struct sw_worker *worker;
    enum sw_doing before;
    uint32_t creates;
    const struct sw_ompt_piece *in;
};

static inline struct doing begin(enum sw_doing what)
{
    struct doing doing = {
        .worker = sw_worker_self(), .creates = sw_ompt_thread.creates, .in = sw_ompt_thread.top};
    if (doing.worker)
        doing.before = sw_worker_do(doing.worker, what);
    return doing;
}

/* The next part of an untied task may run in the call that submits it, and be its last: then that of the call has
 * ended already. */
static inline void end(const struct doing *doing)
{
    if (doing->in != sw_ompt_thread.top)
        return;
    if (doing->worker)
        sw_worker_do(doing->worker, doing->before);
    sw_ompt_thread.creates = doing->creates;
}
/* ... or the task may have forked, and this be the child. */
static inline void end_around(struct doing *doing)
{
    if (doing->worker != sw_worker_self())
        doing->worker = NULL;
    end(doing);
}
#define DOES_AROUND(what) \
    __attribute__((cleanup(end_around), unused)) struct doing doing = begin(what)
#define DOES(what) __attribute__((cleanup(end), unused)) struct doing doing = begin(what)

#define SCHEDULE(type, name, parameters, arguments) \
    SW_KMP type name parameters                     \
    {                                               \
        const struct sw_real *real = MINE;          \
        DOES(SW_DOING_SCHEDULE);                    \
        return REAL(real, name) arguments;          \
    }
SW_KMP_SCHEDULE(SCHEDULE)

#define SYNCHRONIZE(type, name, parameters, arguments) \
    SW_KMP type name parameters                        \
    {                                                  \
        const struct sw_real *real = MINE;             \
        DOES(SW_DOING_SYNCHRONIZE);                    \
        return REAL(real, name) arguments;             \
    }
SW_KMP_SYNCHRONIZE(SYNCHRONIZE)

/* The runtime would take its own caller, which is here, for the place that creates: the path is found here. */
#define CREATE(type, name, parameters, arguments)                                \
    SW_KMP type name parameters                                                  \
    {                                                                            \
        const struct sw_real *real = MINE;                                       \
        DOES_AROUND(SW_DOING_CREATE);                                            \
        if (doing.worker && SW_NR_KMP_##name != SW_NR_KMP___kmpc_omp_task_alloc) \
            sw_ompt_thread.creates = sw_worker_path_cached(                      \
                doing.worker, (uint64_t)(uintptr_t)__builtin_return_address(0),  \
                (uint64_t)(uintptr_t)__builtin_frame_address(0));                \
        return REAL(real, name) arguments;                                       \
    }
SW_KMP_CREATE(CREATE)

static inline struct sw_worker *wait_begin(void)
{
    struct sw_worker *worker = sw_worker_self();
    if (worker)
        sw_ompt_wait_begin(worker);
    return worker;
}

static inline void wait_end(struct sw_worker *const *worker)
{
    if (*worker)
        sw_ompt_wait_end(*worker, sw_ompt_thread.top ? sw_ompt_thread.top->task : NULL);
}

#define WAIT(type, name, parameters, arguments)                                             \
    SW_KMP type name parameters                                                             \
    {                                                                                       \
        const struct sw_real *real = MINE;                                                  \
        __attribute__((cleanup(wait_end), unused)) struct sw_worker *worker = wait_begin(); \
        return REAL(real, name) arguments;                                                  \
    }
SW_KMP_WAIT(WAIT)

/* --- exclusion --- */
static uint64_t ordered; /* stands for the lock of loops' order */

#define TAKE(lock, name, arguments)                   \
    const struct sw_real *real = MINE;                \
    struct sw_worker *worker = sw_worker_self();      \
    struct sw_wait wait = sw_mark_take(worker, lock); \
    REAL(real, name) arguments;                       \
    sw_mark_taken(worker, lock, &wait)
#define RELEASE(lock, name, arguments)                    \
    const struct sw_real *real = MINE;                    \
    struct sw_worker *worker = sw_worker_self();          \
    enum sw_doing before = sw_mark_release(worker, lock); \
    REAL(real, name) arguments;                           \
    sw_mark_released(worker, before)

SW_KMP void __kmpc_critical(void *at, int32_t thread, void *name)
{
    TAKE(name, __kmpc_critical, (at, thread, name));
}

SW_KMP void __kmpc_critical_with_hint(void *at, int32_t thread, void *name, uint32_t hint)
{
    TAKE(name, __kmpc_critical_with_hint, (at, thread, name, hint));
}

SW_KMP void __kmpc_end_critical(void *at, int32_t thread, void *name)
{
    RELEASE(name, __kmpc_end_critical, (at, thread, name));
}

SW_KMP void __kmpc_ordered(void *at, int32_t thread)
{
    const struct sw_real *real = MINE;
    struct sw_worker *worker = sw_worker_self();
    struct sw_wait wait;
    if (worker)
        wait = sw_mark_wait_begin(worker, &ordered);
    REAL(real, __kmpc_ordered)(at, thread);
    if (worker)
        sw_mark_wait_end(worker, &ordered, &wait);
}

SW_KMP void __kmpc_end_ordered(void *at, int32_t thread)
{
    RELEASE(&ordered, __kmpc_end_ordered, (at, thread));
}

#define REAL_LOCK(real, name) ((__typeof__(sw_kmp_##name) *)(real)->functions[SW_NR_KMP_##name])
/* An inner release of a nested lock counts as one: its depth is not to be seen. */
#define LOCK(set, test, unset)                                            \
    SW_KMP void sw_kmp_##set(void *lock)                                  \
    {                                                                     \
        const struct sw_real *real = MINE;                                \
        DOES(SW_DOING_SYNCHRONIZE);                                       \
        if (!doing.worker) {                                              \
            REAL_LOCK(real, set)(lock);                                   \
        } else if (!REAL_LOCK(real, test)(lock)) {                        \
            struct sw_wait wait = sw_mark_wait_begin(doing.worker, lock); \
            REAL_LOCK(real, set)(lock);                                   \
            sw_mark_wait_end(doing.worker, lock, &wait);                  \
        }                                                                 \
        if (doing.worker)                                                 \
            sw_lock_had(doing.worker, sw_lock_id(lock));                  \
    }                                                                     \
    SW_KMP int sw_kmp_##test(void *lock)                                  \
    {                                                                     \
        const struct sw_real *real = MINE;                                \
        DOES(SW_DOING_SYNCHRONIZE);                                       \
        return REAL_LOCK(real, test)(lock);                               \
    }                                                                     \
    SW_KMP void sw_kmp_##unset(void *lock)                                \
    {                                                                     \
        const struct sw_real *real = MINE;                                \
        DOES(SW_DOING_SYNCHRONIZE);                                       \
        if (doing.worker)                                                 \
            sw_mark_blame(doing.worker, lock);                            \
        REAL_LOCK(real, unset)(lock);                                     \
    }                                                                     \
    __asm__(".symver sw_kmp_" #set "," #set "@" VERSION);                 \
    __asm__(".symver sw_kmp_" #test "," #test "@" VERSION);               \
    __asm__(".symver sw_kmp_" #unset "," #unset "@" VERSION);
LOCK(omp_set_lock, omp_test_lock, omp_unset_lock)
LOCK(omp_set_nest_lock, omp_test_nest_lock, omp_unset_nest_lock)
LOCK(omp_set_lock_, omp_test_lock_, omp_unset_lock_)
LOCK(omp_set_nest_lock_, omp_test_nest_lock_, omp_unset_nest_lock_)
