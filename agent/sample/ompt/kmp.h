/*
 * What clang's code calls of libomp that the runtime tells tools nothing about, or too late: its locks (a
 * tool hears of a release when it is over), chunks of loops, the making of tasks.
 */
#ifndef SPANWISE_AGENT_SAMPLE_OMPT_KMP_H
#define SPANWISE_AGENT_SAMPLE_OMPT_KMP_H

#include <stddef.h>
#include <stdint.h>

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

#endif
