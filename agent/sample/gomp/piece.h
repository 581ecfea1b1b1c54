/*
 * What the wrappers have in common: what a thread does in the runtime, and pieces of the program that the
 * runtime calls, on any thread and in the middle of any wait.
 */
#pragma once

#include "agent/sample/real.h"
#include "agent/sample/reporter.h"

/*
 * What gcc's code calls of libgomp that schedules, waits or synchronizes, up to version 12: for each the
 * version that programs ask for, and how many words it takes (real.h).
 * They are exported with these versions (versions.ld), so that calls of gcc's code come here and those of
 * other compilers' do not.
 */
typedef unsigned long long sw_gomp_ull;
typedef void sw_gomp_function(void *);

/* Of a loop, for long and for unsigned long long: a function to start, which is told the direction in the second case, and one for the
 * next chunk. */
#define SW_GOMP_BOTH(F, version, version_ull, name, n, n_ull) \
    F(version, GOMP_loop_##name, n)                           \
    F(version_ull, GOMP_loop_ull_##name, n_ull)
#define SW_GOMP_LOOP_OF(F, version, version_ull, name, n, n_ull)  \
    SW_GOMP_BOTH(F, version, version_ull, name##_start, n, n_ull) \
    SW_GOMP_BOTH(F, version, version_ull, name##_next, 2, 2)

/* Hand out work. */
#define SW_GOMP_SCHEDULE(F)                                                      \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", static, 6, 7)                     \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", dynamic, 6, 7)                    \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", guided, 6, 7)                     \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", ordered_static, 6, 7)             \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", ordered_dynamic, 6, 7)            \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", ordered_guided, 6, 7)             \
    SW_GOMP_LOOP_OF(F, "GOMP_4.5", "GOMP_4.5", nonmonotonic_dynamic, 6, 7)       \
    SW_GOMP_LOOP_OF(F, "GOMP_4.5", "GOMP_4.5", nonmonotonic_guided, 6, 7)        \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", runtime, 5, 6)                    \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", ordered_runtime, 5, 6)            \
    SW_GOMP_LOOP_OF(F, "GOMP_5.0", "GOMP_5.0", nonmonotonic_runtime, 5, 6)       \
    SW_GOMP_LOOP_OF(F, "GOMP_5.0", "GOMP_5.0", maybe_nonmonotonic_runtime, 5, 6) \
    SW_GOMP_BOTH(F, "GOMP_4.5", "GOMP_4.5", doacross_static_start, 5, 5)         \
    SW_GOMP_BOTH(F, "GOMP_4.5", "GOMP_4.5", doacross_dynamic_start, 5, 5)        \
    SW_GOMP_BOTH(F, "GOMP_4.5", "GOMP_4.5", doacross_guided_start, 5, 5)         \
    SW_GOMP_BOTH(F, "GOMP_4.5", "GOMP_4.5", doacross_runtime_start, 4, 4)        \
    SW_GOMP_BOTH(F, "GOMP_5.0", "GOMP_5.0", start, 9, 10)                        \
    SW_GOMP_BOTH(F, "GOMP_5.0", "GOMP_5.0", ordered_start, 9, 10)                \
    SW_GOMP_BOTH(F, "GOMP_5.0", "GOMP_5.0", doacross_start, 8, 8)                \
    F("GOMP_1.0", GOMP_loop_end_nowait, 0)                                       \
    F("GOMP_1.0", GOMP_sections_start, 1)                                        \
    F("GOMP_5.0", GOMP_sections2_start, 3)                                       \
    F("GOMP_1.0", GOMP_sections_next, 0)                                         \
    F("GOMP_1.0", GOMP_sections_end_nowait, 0)                                   \
    F("GOMP_1.0", GOMP_single_start, 0)                                          \
    F("GOMP_5.1", GOMP_scope_start, 1)                                           \
    F("GOMP_3.0", GOMP_taskyield, 0)

/* Wait for others, and may run tasks meanwhile. The last two have as many arguments as the loop has dimensions, of which nobody tells the
 * number: as many as there may be. */
#define SW_GOMP_WAIT(F)                                        \
    F("GOMP_1.0", GOMP_barrier, 0)                             \
    F("GOMP_4.0", GOMP_barrier_cancel, 0)                      \
    F("GOMP_1.0", GOMP_loop_end, 0)                            \
    F("GOMP_4.0", GOMP_loop_end_cancel, 0)                     \
    F("GOMP_1.0", GOMP_sections_end, 0)                        \
    F("GOMP_4.0", GOMP_sections_end_cancel, 0)                 \
    F("GOMP_1.0", GOMP_single_copy_start, 0)                   \
    F("GOMP_1.0", GOMP_single_copy_end, 1)                     \
    F("GOMP_2.0", GOMP_taskwait, 0)                            \
    F("GOMP_5.0", GOMP_taskwait_depend, 1)                     \
    F("GOMP_4.0", GOMP_taskgroup_end, 0)                       \
    F("GOMP_5.0", GOMP_workshare_task_reduction_unregister, 1) \
    F("GOMP_4.5", GOMP_doacross_wait, 16)                      \
    F("GOMP_4.5", GOMP_doacross_ull_wait, 16)

/* Tell others, and never wait. */
#define SW_GOMP_SYNCHRONIZE(F)                            \
    F("GOMP_4.0", GOMP_cancel, 2)                         \
    F("GOMP_4.0", GOMP_taskgroup_start, 0)                \
    F("GOMP_5.0", GOMP_taskgroup_reduction_register, 1)   \
    F("GOMP_5.0", GOMP_taskgroup_reduction_unregister, 1) \
    F("GOMP_5.0", GOMP_task_reduction_remap, 3)           \
    F("GOMP_4.5", GOMP_doacross_post, 1)                  \
    F("GOMP_4.5", GOMP_doacross_ull_post, 1)

/* Regions: all call the function, the first word, on each thread of a team with the data, the second one, and wait for the end. */
#define SW_GOMP_REGIONS(F)                                    \
    F("GOMP_4.0", GOMP_parallel, 4)                           \
    F("GOMP_5.0", GOMP_parallel_reductions, 4)                \
    F("GOMP_4.0", GOMP_parallel_sections, 5)                  \
    F("GOMP_5.0", GOMP_teams_reg, 5)                          \
    F("GOMP_4.0", GOMP_parallel_loop_static, 8)               \
    F("GOMP_4.0", GOMP_parallel_loop_dynamic, 8)              \
    F("GOMP_4.0", GOMP_parallel_loop_guided, 8)               \
    F("GOMP_4.5", GOMP_parallel_loop_nonmonotonic_dynamic, 8) \
    F("GOMP_4.5", GOMP_parallel_loop_nonmonotonic_guided, 8)  \
    F("GOMP_4.0", GOMP_parallel_loop_runtime, 7)              \
    F("GOMP_5.0", GOMP_parallel_loop_nonmonotonic_runtime, 7) \
    F("GOMP_5.0", GOMP_parallel_loop_maybe_nonmonotonic_runtime, 7)

/* As gcc before 4.9 has them: the caller runs the function itself, and comes back for the end. */
#define SW_GOMP_REGIONS_BEGUN(F)                       \
    F("GOMP_1.0", GOMP_parallel_start, 3)              \
    F("GOMP_1.0", GOMP_parallel_sections_start, 4)     \
    F("GOMP_1.0", GOMP_parallel_loop_static_start, 7)  \
    F("GOMP_1.0", GOMP_parallel_loop_dynamic_start, 7) \
    F("GOMP_1.0", GOMP_parallel_loop_guided_start, 7)  \
    F("GOMP_1.0", GOMP_parallel_loop_runtime_start, 6)

/* Exclusion. Of what is taken and released, which lock: by a word, or the runtime's own. */
#define SW_GOMP_TAKES(F)                                  \
    F("GOMP_1.0", GOMP_critical_start, 0, &critical)      \
    F("GOMP_1.0", GOMP_critical_name_start, 1, (void *)a) \
    F("GOMP_1.0", GOMP_atomic_start, 0, &atomic)
#define SW_GOMP_RELEASES(F)                             \
    F("GOMP_1.0", GOMP_critical_end, 0, &critical)      \
    F("GOMP_1.0", GOMP_critical_name_end, 1, (void *)a) \
    F("GOMP_1.0", GOMP_atomic_end, 0, &atomic)          \
    F("GOMP_1.0", GOMP_ordered_end, 0, &ordered)
#define SW_GOMP_LOCK_OF(F, kind)     \
    F("OMP_3.0", omp_set_##kind, 1)  \
    F("OMP_3.0", omp_test_##kind, 1) \
    F("OMP_3.0", omp_unset_##kind, 1)
#define SW_GOMP_LOCKS(F)                 \
    F("GOMP_1.0", GOMP_ordered_start, 0) \
    SW_GOMP_LOCK_OF(F, lock)             \
    SW_GOMP_LOCK_OF(F, lock_)            \
    SW_GOMP_LOCK_OF(F, nest_lock)        \
    SW_GOMP_LOCK_OF(F, nest_lock_)

/* Each of its own kind, with more to be known of it than words. The last is not wrapped, but called. */
#define SW_GOMP_OTHERS(F)              \
    F("GOMP_2.0", GOMP_task, )         \
    F("GOMP_4.5", GOMP_taskloop, )     \
    F("GOMP_4.5", GOMP_taskloop_ull, ) \
    F("GOMP_1.0", GOMP_parallel_end, ) \
    F("OMP_4.0", omp_get_cancellation, )

#define SW_GOMP_OF_WORDS(F)  \
    SW_GOMP_SCHEDULE(F)      \
    SW_GOMP_WAIT(F)          \
    SW_GOMP_SYNCHRONIZE(F)   \
    SW_GOMP_REGIONS(F)       \
    SW_GOMP_REGIONS_BEGUN(F) \
    SW_GOMP_TAKES(F)         \
    SW_GOMP_RELEASES(F)      \
    SW_GOMP_LOCKS(F)

#define SW_GOMP __attribute__((visibility("default")))

enum {
#define SW_GOMP_NUMBER(version, name, ...) SW_NR_##name,
    SW_GOMP_OF_WORDS(SW_GOMP_NUMBER) SW_GOMP_OTHERS(SW_GOMP_NUMBER)
#undef SW_GOMP_NUMBER
        SW_GOMP_N
};

#define SW_GOMP_DECLARED(version, name, n, ...) SW_GOMP long name(SW_WORDS_##n);
SW_GOMP_OF_WORDS(SW_GOMP_DECLARED)
#undef SW_GOMP_DECLARED
#define SW_GOMP_TASKLOOP_OF(name, type)                                                     \
    SW_GOMP void name(sw_gomp_function *function, void *data, void (*copy)(void *, void *), \
                      long size, long alignment, unsigned flags, unsigned long number,      \
                      int priority, type start, type end, type step)
SW_GOMP_TASKLOOP_OF(GOMP_taskloop, long);
SW_GOMP_TASKLOOP_OF(GOMP_taskloop_ull, sw_gomp_ull);
SW_GOMP void GOMP_task(sw_gomp_function *function, void *data, void (*copy)(void *, void *),
                       long size, long alignment, bool deferrable, unsigned flags, void **depend,
                       int priority, void *detach);
SW_GOMP void GOMP_parallel_end(void);
int omp_get_cancellation(void);

/* --- What a thread does in them --- */

extern struct sw_reals sw_gomp_reals;
#define SW_GOMP_REAL(gomp, name) ((__typeof__(name) *)(gomp)->functions[SW_NR_##name])
/* In a wrapper: that of who called it. */
#define SW_GOMP_MINE             sw_real_of(&sw_gomp_reals, __builtin_return_address(0))

/* The calling thread's worker, if it is us who tell what it does. */
static inline struct sw_worker *sw_gomp_worker(const struct sw_real *gomp)
{
    return gomp->told ? NULL : sw_worker_self();
}

/* It does something in the runtime until the end of the block. */
struct sw_gomp_doing {
    struct sw_worker *worker;
    enum sw_doing before;
};
static inline struct sw_gomp_doing sw_gomp_begin(const struct sw_real *gomp, enum sw_doing what)
{
    struct sw_gomp_doing doing = {sw_gomp_worker(gomp), SW_DOING_WORK};
    if (doing.worker)
        doing.before = sw_worker_do(doing.worker, what);
    return doing;
}
static inline void sw_gomp_end(const struct sw_gomp_doing *doing)
{
    if (doing->worker)
        sw_worker_do(doing->worker, doing->before);
}
#define SW_GOMP_DOES(gomp, what)                                                           \
    __attribute__((cleanup(sw_gomp_end), unused)) struct sw_gomp_doing sw_gomp_doing_now = \
        sw_gomp_begin(gomp, what)

/* ... in which the program may run as well: this may be a child of fork() by the end, and the worker its parent's. */
static inline void sw_gomp_end_around(struct sw_gomp_doing *doing)
{
    if (doing->worker != sw_worker_self())
        doing->worker = NULL;
    sw_gomp_end(doing);
}
#define SW_GOMP_DOES_AROUND(gomp, what)                                                           \
    __attribute__((cleanup(sw_gomp_end_around), unused)) struct sw_gomp_doing sw_gomp_doing_now = \
        sw_gomp_begin(gomp, what)

/* It waits until the end of the block, but for pieces that it runs meanwhile. */
struct sw_gomp_waiting {
    struct sw_worker *worker;
    struct sw_wait wait;
};
extern _Thread_local struct sw_gomp_waiting *sw_gomp_waits; /* the calling thread; NULL: does not */

static inline void sw_gomp_wait_begin(struct sw_gomp_waiting *waiting, struct sw_worker *worker)
{
    waiting->worker = worker;
    if (worker) {
        waiting->wait = sw_brief_wait_begin(worker);
        sw_gomp_waits = waiting;
    }
}
static inline void sw_gomp_wait_end(struct sw_gomp_waiting *waiting)
{
    if (waiting->worker && waiting->worker == sw_worker_self()) {
        sw_gomp_waits = NULL;
        sw_brief_wait_end(waiting->worker, &waiting->wait);
    }
}
#define SW_GOMP_WAITS(gomp)                                                              \
    __attribute__((cleanup(sw_gomp_wait_end))) struct sw_gomp_waiting sw_gomp_waits_now; \
    sw_gomp_wait_begin(&sw_gomp_waits_now, sw_gomp_worker(gomp))

/* Calls a function of the program on `worker`, which goes on with what it did before, then. */
void sw_gomp_piece(struct sw_worker *worker, struct sw_origin *origin, sw_gomp_function *function,
                   void *data, bool task);
