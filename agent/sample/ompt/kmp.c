/*
 * What clang's code calls of libomp that the runtime tells tools nothing about, or too late: its locks (a
 * tool hears of a release when it is over), chunks of loops, the making of tasks. Each with how many words it takes.
 */
#include "agent/sample/mark.h"
#include "agent/sample/ompt/piece.h"
#include "agent/sample/real.h"

#define SW_KMP_DISPATCH_OF(F, suffix)   \
    F(__kmpc_dispatch_init_##suffix, 7) \
    F(__kmpc_dispatch_next_##suffix, 6)

#define SW_KMP_SCHEDULE(F)    \
    SW_KMP_DISPATCH_OF(F, 4)  \
    SW_KMP_DISPATCH_OF(F, 4u) \
    SW_KMP_DISPATCH_OF(F, 8)  \
    SW_KMP_DISPATCH_OF(F, 8u) \
    F(__kmpc_single, 2)

#define SW_KMP_SYNCHRONIZE(F)      \
    F(__kmpc_reduce, 7)            \
    F(__kmpc_end_reduce, 3)        \
    F(__kmpc_reduce_nowait, 7)     \
    F(__kmpc_end_reduce_nowait, 3) \
    F(__kmpc_doacross_post, 3)

#define SW_KMP_WAIT(F)         \
    F(__kmpc_doacross_wait, 3) \
    F(__kmpc_omp_wait_deps, 6)

#define SW_KMP_CREATE(F)            \
    F(__kmpc_omp_task_alloc, 6)     \
    F(__kmpc_omp_task, 3)           \
    F(__kmpc_omp_task_with_deps, 7) \
    F(__kmpc_taskloop, 11)          \
    F(__kmpc_taskloop_5, 12)

#define SW_KMP_TAKES(F)   \
    F(__kmpc_critical, 3) \
    F(__kmpc_critical_with_hint, 4)

#define SW_KMP_EXCLUSION(F)   \
    SW_KMP_TAKES(F)           \
    F(__kmpc_end_critical, 3) \
    F(__kmpc_ordered, 2)      \
    F(__kmpc_end_ordered, 2)

/* C's and Fortran's. Ours have names of their own: those of libgomp's wrappers are the same. */
#define SW_KMP_LOCK_OF(F, kind) F(omp_set_##kind, 1) F(omp_test_##kind, 1) F(omp_unset_##kind, 1)
#define SW_KMP_LOCKS(F)          \
    SW_KMP_LOCK_OF(F, lock)      \
    SW_KMP_LOCK_OF(F, nest_lock) \
    SW_KMP_LOCK_OF(F, lock_)     \
    SW_KMP_LOCK_OF(F, nest_lock_)

#define SW_KMP_FUNCTIONS(F) \
    SW_KMP_SCHEDULE(F)      \
    SW_KMP_SYNCHRONIZE(F)   \
    SW_KMP_WAIT(F)          \
    SW_KMP_CREATE(F)        \
    SW_KMP_EXCLUSION(F)

enum {
#define SW_KMP_NUMBER(name, n) SW_NR_KMP_##name,
    SW_KMP_FUNCTIONS(SW_KMP_NUMBER) SW_KMP_LOCKS(SW_KMP_NUMBER)
#undef SW_KMP_NUMBER
        SW_KMP_N
};

#define VERSION           "VERSION" /* of all that libomp has */
#define SW_KMP            __attribute__((visibility("default")))

#define DECLARED(name, n) SW_KMP long name(SW_WORDS_##n);
SW_KMP_FUNCTIONS(DECLARED)
#define LOCK_DECLARED(name, n) SW_KMP long sw_kmp_##name(SW_WORDS_##n);
SW_KMP_LOCKS(LOCK_DECLARED)

static const struct sw_real_name names[] = {
#define F(name, n) {#name, VERSION},
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

#define WRAPPED(name, n, does)                  \
    SW_KMP long name(SW_WORDS_##n)              \
    {                                           \
        const struct sw_real *real = MINE;      \
        does;                                   \
        return REAL(real, name)(SW_HANDED_##n); \
    }

#define SCHEDULE(name, n)    WRAPPED(name, n, DOES(SW_DOING_SCHEDULE))
#define SYNCHRONIZE(name, n) WRAPPED(name, n, DOES(SW_DOING_SYNCHRONIZE))
SW_KMP_SCHEDULE(SCHEDULE)
SW_KMP_SYNCHRONIZE(SYNCHRONIZE)

/* The runtime would take its own caller, which is here, for the place that creates: the path is found here. */
#define CREATES(name)                                                          \
    DOES_AROUND(SW_DOING_CREATE);                                              \
    if (doing.worker && SW_NR_KMP_##name != SW_NR_KMP___kmpc_omp_task_alloc) { \
        sw_ompt_thread.creates = SW_WORKER_PATH_HERE(doing.worker);            \
    }
#define CREATE(name, n) WRAPPED(name, n, CREATES(name))
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

#define WAITS         __attribute__((cleanup(wait_end), unused)) struct sw_worker *worker = wait_begin()
#define WAIT(name, n) WRAPPED(name, n, WAITS)
SW_KMP_WAIT(WAIT)

/* --- exclusion --- */
static uint64_t ordered; /* stands for the lock of loops' order */

#define EXCLUDES(name, n, lock, does)                                         \
    SW_KMP long name(SW_WORDS_##n)                                            \
    {                                                                         \
        const struct sw_real *real = MINE;                                    \
        return does(sw_worker_self(), lock, REAL(real, name)(SW_HANDED_##n)); \
    }
#define TAKES(name, n) EXCLUDES(name, n, (void *)c, SW_MARK_TAKING)
SW_KMP_TAKES(TAKES)
EXCLUDES(__kmpc_end_critical, 3, (void *)c, SW_MARK_RELEASING)
EXCLUDES(__kmpc_ordered, 2, &ordered, SW_MARK_WAITING)
EXCLUDES(__kmpc_end_ordered, 2, &ordered, SW_MARK_RELEASING)

#define REAL_LOCK(real, name) ((__typeof__(sw_kmp_##name) *)(real)->functions[SW_NR_KMP_##name])
/* An inner release of a nested lock counts as one: its depth is not to be seen. */
#define LOCK(kind)                                                                   \
    SW_KMP long sw_kmp_omp_set_##kind(long a)                                        \
    {                                                                                \
        const struct sw_real *real = MINE;                                           \
        const void *lock = (const void *)a;                                          \
        DOES(SW_DOING_SYNCHRONIZE);                                                  \
        if (!doing.worker || !(int)REAL_LOCK(real, omp_test_##kind)(a))              \
            SW_MARK_WAITING(doing.worker, lock, REAL_LOCK(real, omp_set_##kind)(a)); \
        if (doing.worker)                                                            \
            sw_lock_had(doing.worker, sw_lock_id(lock));                             \
        return 0;                                                                    \
    }                                                                                \
    SW_KMP long sw_kmp_omp_test_##kind(long a)                                       \
    {                                                                                \
        const struct sw_real *real = MINE;                                           \
        DOES(SW_DOING_SYNCHRONIZE);                                                  \
        return REAL_LOCK(real, omp_test_##kind)(a);                                  \
    }                                                                                \
    SW_KMP long sw_kmp_omp_unset_##kind(long a)                                      \
    {                                                                                \
        const struct sw_real *real = MINE;                                           \
        DOES(SW_DOING_SYNCHRONIZE);                                                  \
        if (doing.worker)                                                            \
            sw_mark_blame(doing.worker, (const void *)a);                            \
        return REAL_LOCK(real, omp_unset_##kind)(a);                                 \
    }                                                                                \
    __asm__(".symver sw_kmp_omp_set_" #kind ",omp_set_" #kind "@" VERSION);          \
    __asm__(".symver sw_kmp_omp_test_" #kind ",omp_test_" #kind "@" VERSION);        \
    __asm__(".symver sw_kmp_omp_unset_" #kind ",omp_unset_" #kind "@" VERSION);
LOCK(lock)
LOCK(nest_lock)
LOCK(lock_)
LOCK(nest_lock_)
