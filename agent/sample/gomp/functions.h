/*
 * What gcc's code calls of libgomp that schedules, waits or synchronizes, up to version 12: for each the
 * version that programs ask for, its type, and what the thread does in it where that is all there is to say.
 * They are exported with these versions (versions.ld), so that calls of gcc's code come here and those of
 * other compilers' do not.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned long long sw_gomp_ull;
typedef void sw_gomp_function(void *);

/* Loops, each with a function to start and one for the next chunk; long and unsigned long long. */
#define SW_GOMP_LOOP_OF(F, version, version_ull, name)                                   \
    F(version, bool, GOMP_loop_##name##_start,                                           \
      (long start, long end, long step, long chunk, long *from, long *to),               \
      (start, end, step, chunk, from, to))                                               \
    F(version_ull, bool, GOMP_loop_ull_##name##_start,                                   \
      (bool up, sw_gomp_ull start, sw_gomp_ull end, sw_gomp_ull step, sw_gomp_ull chunk, \
       sw_gomp_ull *from, sw_gomp_ull *to),                                              \
      (up, start, end, step, chunk, from, to))                                           \
    SW_GOMP_NEXT_OF(F, version, version_ull, name)
#define SW_GOMP_RUNTIME_LOOP_OF(F, version, version_ull, name)                               \
    F(version, bool, GOMP_loop_##name##_start,                                               \
      (long start, long end, long step, long *from, long *to), (start, end, step, from, to)) \
    F(version_ull, bool, GOMP_loop_ull_##name##_start,                                       \
      (bool up, sw_gomp_ull start, sw_gomp_ull end, sw_gomp_ull step, sw_gomp_ull *from,     \
       sw_gomp_ull *to),                                                                     \
      (up, start, end, step, from, to))                                                      \
    SW_GOMP_NEXT_OF(F, version, version_ull, name)
#define SW_GOMP_NEXT_OF(F, version, version_ull, name) \
    SW_GOMP_BOTH(F, version, version_ull, name##_next, (long *from, long *to), (from, to))
/* What is handed on alike: both have 64 bits. */
#define SW_GOMP_BOTH(F, version, version_ull, name, parameters, arguments) \
    F(version, bool, GOMP_loop_##name, parameters, arguments)              \
    F(version_ull, bool, GOMP_loop_ull_##name, parameters, arguments)

#define SW_GOMP_DOACROSS_LOOP_OF(F, name)                                      \
    SW_GOMP_BOTH(F, "GOMP_4.5", "GOMP_4.5", doacross_##name##_start,           \
                 (unsigned n, long *counts, long chunk, long *from, long *to), \
                 (n, counts, chunk, from, to))

/* Since gcc 9, for all schedules: with reductions of tasks, and memory that the team has in common. */
#define SW_GOMP_GENERAL_LOOP_OF(F, name)                                                 \
    F("GOMP_5.0", bool, GOMP_loop_##name,                                                \
      (long start, long end, long step, long schedule, long chunk, long *from, long *to, \
       uintptr_t *reductions, void **memory),                                            \
      (start, end, step, schedule, chunk, from, to, reductions, memory))                 \
    F("GOMP_5.0", bool, GOMP_loop_ull_##name,                                            \
      (bool up, sw_gomp_ull start, sw_gomp_ull end, sw_gomp_ull step, long schedule,     \
       sw_gomp_ull chunk, sw_gomp_ull *from, sw_gomp_ull *to, uintptr_t *reductions,     \
       void **memory),                                                                   \
      (up, start, end, step, schedule, chunk, from, to, reductions, memory))

/* Hand out work. */
#define SW_GOMP_SCHEDULE(F)                                                                  \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", static)                                       \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", dynamic)                                      \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", guided)                                       \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", ordered_static)                               \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", ordered_dynamic)                              \
    SW_GOMP_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", ordered_guided)                               \
    SW_GOMP_LOOP_OF(F, "GOMP_4.5", "GOMP_4.5", nonmonotonic_dynamic)                         \
    SW_GOMP_LOOP_OF(F, "GOMP_4.5", "GOMP_4.5", nonmonotonic_guided)                          \
    SW_GOMP_RUNTIME_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", runtime)                              \
    SW_GOMP_RUNTIME_LOOP_OF(F, "GOMP_1.0", "GOMP_2.0", ordered_runtime)                      \
    SW_GOMP_RUNTIME_LOOP_OF(F, "GOMP_5.0", "GOMP_5.0", nonmonotonic_runtime)                 \
    SW_GOMP_RUNTIME_LOOP_OF(F, "GOMP_5.0", "GOMP_5.0", maybe_nonmonotonic_runtime)           \
    SW_GOMP_DOACROSS_LOOP_OF(F, static)                                                      \
    SW_GOMP_DOACROSS_LOOP_OF(F, dynamic)                                                     \
    SW_GOMP_DOACROSS_LOOP_OF(F, guided)                                                      \
    SW_GOMP_BOTH(F, "GOMP_4.5", "GOMP_4.5", doacross_runtime_start,                          \
                 (unsigned n, long *counts, long *from, long *to), (n, counts, from, to))    \
    SW_GOMP_GENERAL_LOOP_OF(F, start)                                                        \
    SW_GOMP_GENERAL_LOOP_OF(F, ordered_start)                                                \
    SW_GOMP_BOTH(F, "GOMP_5.0", "GOMP_5.0", doacross_start,                                  \
                 (unsigned n, long *counts, long schedule, long chunk, long *from, long *to, \
                  uintptr_t *reductions, void **memory),                                     \
                 (n, counts, schedule, chunk, from, to, reductions, memory))                 \
    F("GOMP_1.0", void, GOMP_loop_end_nowait, (void), ())                                    \
    F("GOMP_1.0", unsigned, GOMP_sections_start, (unsigned count), (count))                  \
    F("GOMP_5.0", unsigned, GOMP_sections2_start,                                            \
      (unsigned count, uintptr_t *reductions, void **memory), (count, reductions, memory))   \
    F("GOMP_1.0", unsigned, GOMP_sections_next, (void), ())                                  \
    F("GOMP_1.0", void, GOMP_sections_end_nowait, (void), ())                                \
    F("GOMP_1.0", bool, GOMP_single_start, (void), ())                                       \
    F("GOMP_5.1", void, GOMP_scope_start, (uintptr_t * reductions), (reductions))            \
    F("GOMP_3.0", void, GOMP_taskyield, (void), ())

/* Wait for others, and may run tasks meanwhile. */
#define SW_GOMP_WAIT(F)                                                  \
    F("GOMP_1.0", void, GOMP_barrier, (void), ())                        \
    F("GOMP_4.0", bool, GOMP_barrier_cancel, (void), ())                 \
    F("GOMP_1.0", void, GOMP_loop_end, (void), ())                       \
    F("GOMP_4.0", bool, GOMP_loop_end_cancel, (void), ())                \
    F("GOMP_1.0", void, GOMP_sections_end, (void), ())                   \
    F("GOMP_4.0", bool, GOMP_sections_end_cancel, (void), ())            \
    F("GOMP_1.0", void *, GOMP_single_copy_start, (void), ())            \
    F("GOMP_1.0", void, GOMP_single_copy_end, (void *data), (data))      \
    F("GOMP_2.0", void, GOMP_taskwait, (void), ())                       \
    F("GOMP_5.0", void, GOMP_taskwait_depend, (void **depend), (depend)) \
    F("GOMP_4.0", void, GOMP_taskgroup_end, (void), ())                  \
    F("GOMP_5.0", void, GOMP_workshare_task_reduction_unregister, (bool cancelled), (cancelled))

/* Tell others, and never wait. */
#define SW_GOMP_SYNCHRONIZE(F)                                                                  \
    F("GOMP_4.0", bool, GOMP_cancel, (int what, bool really), (what, really))                   \
    F("GOMP_4.0", void, GOMP_taskgroup_start, (void), ())                                       \
    F("GOMP_5.0", void, GOMP_taskgroup_reduction_register, (uintptr_t * array), (array))        \
    F("GOMP_5.0", void, GOMP_taskgroup_reduction_unregister, (uintptr_t * array), (array))      \
    F("GOMP_5.0", void, GOMP_task_reduction_remap, (size_t n, size_t m, void **of), (n, m, of)) \
    F("GOMP_4.5", void, GOMP_doacross_post, (long *counts), (counts))                           \
    F("GOMP_4.5", void, GOMP_doacross_ull_post, (sw_gomp_ull * counts), (counts))               \
    F("OMP_3.0", int, omp_test_lock, (void *lock), (lock))                                      \
    F("OMP_3.0", int, omp_test_lock_, (void *lock), (lock))                                     \
    F("OMP_3.0", int, omp_test_nest_lock, (void *lock), (lock))                                 \
    F("OMP_3.0", int, omp_test_nest_lock_, (void *lock), (lock))

/* Regions: all call the function on each thread of a team, and wait for the end. */
#define SW_GOMP_PARALLEL_LOOP_OF(F, version, name)                                                 \
    F(version, void, GOMP_parallel_loop_##name,                                                    \
      (sw_gomp_function * function, void *data, unsigned threads, long start, long end, long step, \
       long chunk, unsigned flags),                                                                \
      (function, data, threads, start, end, step, chunk, flags))
#define SW_GOMP_PARALLEL_RUNTIME_LOOP_OF(F, version, name)                                         \
    F(version, void, GOMP_parallel_loop_##name,                                                    \
      (sw_gomp_function * function, void *data, unsigned threads, long start, long end, long step, \
       unsigned flags),                                                                            \
      (function, data, threads, start, end, step, flags))
#define SW_GOMP_REGIONS(F)                                                                         \
    F("GOMP_4.0", void, GOMP_parallel,                                                             \
      (sw_gomp_function * function, void *data, unsigned threads, unsigned flags),                 \
      (function, data, threads, flags))                                                            \
    F("GOMP_5.0", unsigned, GOMP_parallel_reductions,                                              \
      (sw_gomp_function * function, void *data, unsigned threads, unsigned flags),                 \
      (function, data, threads, flags))                                                            \
    F("GOMP_4.0", void, GOMP_parallel_sections,                                                    \
      (sw_gomp_function * function, void *data, unsigned threads, unsigned count, unsigned flags), \
      (function, data, threads, count, flags))                                                     \
    F("GOMP_5.0", void, GOMP_teams_reg,                                                            \
      (sw_gomp_function * function, void *data, unsigned teams, unsigned limit, unsigned flags),   \
      (function, data, teams, limit, flags))                                                       \
    SW_GOMP_PARALLEL_LOOP_OF(F, "GOMP_4.0", static)                                                \
    SW_GOMP_PARALLEL_LOOP_OF(F, "GOMP_4.0", dynamic)                                               \
    SW_GOMP_PARALLEL_LOOP_OF(F, "GOMP_4.0", guided)                                                \
    SW_GOMP_PARALLEL_LOOP_OF(F, "GOMP_4.5", nonmonotonic_dynamic)                                  \
    SW_GOMP_PARALLEL_LOOP_OF(F, "GOMP_4.5", nonmonotonic_guided)                                   \
    SW_GOMP_PARALLEL_RUNTIME_LOOP_OF(F, "GOMP_4.0", runtime)                                       \
    SW_GOMP_PARALLEL_RUNTIME_LOOP_OF(F, "GOMP_5.0", nonmonotonic_runtime)                          \
    SW_GOMP_PARALLEL_RUNTIME_LOOP_OF(F, "GOMP_5.0", maybe_nonmonotonic_runtime)

/* As gcc before 4.9 has them: the caller runs the function itself, and comes back for the end. */
#define SW_GOMP_PARALLEL_LOOP_START_OF(F, name)                                                    \
    F("GOMP_1.0", void, GOMP_parallel_loop_##name##_start,                                         \
      (sw_gomp_function * function, void *data, unsigned threads, long start, long end, long step, \
       long chunk),                                                                                \
      (function, data, threads, start, end, step, chunk))
#define SW_GOMP_REGIONS_BEGUN(F)                                                              \
    F("GOMP_1.0", void, GOMP_parallel_start,                                                  \
      (sw_gomp_function * function, void *data, unsigned threads), (function, data, threads)) \
    F("GOMP_1.0", void, GOMP_parallel_sections_start,                                         \
      (sw_gomp_function * function, void *data, unsigned threads, unsigned count),            \
      (function, data, threads, count))                                                       \
    SW_GOMP_PARALLEL_LOOP_START_OF(F, static)                                                 \
    SW_GOMP_PARALLEL_LOOP_START_OF(F, dynamic)                                                \
    SW_GOMP_PARALLEL_LOOP_START_OF(F, guided)                                                 \
    F("GOMP_1.0", void, GOMP_parallel_loop_runtime_start,                                     \
      (sw_gomp_function * function, void *data, unsigned threads, long start, long end,       \
       long step),                                                                            \
      (function, data, threads, start, end, step))

/* Exclusion: taken, released. */
#define SW_GOMP_LOCKS(F)                                                 \
    F("GOMP_1.0", void, GOMP_critical_start, (void), ())                 \
    F("GOMP_1.0", void, GOMP_critical_end, (void), ())                   \
    F("GOMP_1.0", void, GOMP_critical_name_start, (void **name), (name)) \
    F("GOMP_1.0", void, GOMP_critical_name_end, (void **name), (name))   \
    F("GOMP_1.0", void, GOMP_atomic_start, (void), ())                   \
    F("GOMP_1.0", void, GOMP_atomic_end, (void), ())                     \
    F("GOMP_1.0", void, GOMP_ordered_start, (void), ())                  \
    F("GOMP_1.0", void, GOMP_ordered_end, (void), ())                    \
    F("OMP_3.0", void, omp_set_lock, (void *lock), (lock))               \
    F("OMP_3.0", void, omp_set_lock_, (void *lock), (lock))              \
    F("OMP_3.0", void, omp_unset_lock, (void *lock), (lock))             \
    F("OMP_3.0", void, omp_unset_lock_, (void *lock), (lock))            \
    F("OMP_3.0", void, omp_set_nest_lock, (void *lock), (lock))          \
    F("OMP_3.0", void, omp_set_nest_lock_, (void *lock), (lock))         \
    F("OMP_3.0", void, omp_unset_nest_lock, (void *lock), (lock))        \
    F("OMP_3.0", void, omp_unset_nest_lock_, (void *lock), (lock))

#define SW_GOMP_TASKS(F)                                                                         \
    F("GOMP_2.0", void, GOMP_task,                                                               \
      (sw_gomp_function * function, void *data, void (*copy)(void *, void *), long size,         \
       long alignment, bool deferrable, unsigned flags, void **depend, int priority,             \
       void *detach),                                                                            \
      (function, data, copy, size, alignment, deferrable, flags, depend, priority, detach))      \
    F("GOMP_4.5", void, GOMP_taskloop,                                                           \
      (sw_gomp_function * function, void *data, void (*copy)(void *, void *), long size,         \
       long alignment, unsigned flags, unsigned long number, int priority, long start, long end, \
       long step),                                                                               \
      (function, data, copy, size, alignment, flags, number, priority, start, end, step))        \
    F("GOMP_4.5", void, GOMP_taskloop_ull,                                                       \
      (sw_gomp_function * function, void *data, void (*copy)(void *, void *), long size,         \
       long alignment, unsigned flags, unsigned long number, int priority, sw_gomp_ull start,    \
       sw_gomp_ull end, sw_gomp_ull step),                                                       \
      (function, data, copy, size, alignment, flags, number, priority, start, end, step))

/* So many arguments as the loop has dimensions, of which nobody tells the number: as many as there may be. */
#define SW_GOMP_DOACROSS_WAITS(F)                                                              \
    F("GOMP_4.5", void, GOMP_doacross_wait,                                                    \
      (long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, \
       long l, long m, long n, long o, long p),                                                \
      (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p))                                        \
    F("GOMP_4.5", void, GOMP_doacross_ull_wait,                                                \
      (long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, \
       long l, long m, long n, long o, long p),                                                \
      (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p))

/* Each of its own kind. */
#define SW_GOMP_OTHERS(F) F("GOMP_1.0", void, GOMP_parallel_end, (void), ())

/* What the wrappers call besides. */
#define SW_GOMP_CALLED(F) F("OMP_4.0", int, omp_get_cancellation, (void), ())

#define SW_GOMP_WRAPPED(F)    \
    SW_GOMP_SCHEDULE(F)       \
    SW_GOMP_WAIT(F)           \
    SW_GOMP_SYNCHRONIZE(F)    \
    SW_GOMP_REGIONS(F)        \
    SW_GOMP_REGIONS_BEGUN(F)  \
    SW_GOMP_LOCKS(F)          \
    SW_GOMP_TASKS(F)          \
    SW_GOMP_DOACROSS_WAITS(F) \
    SW_GOMP_OTHERS(F)

enum {
#define SW_GOMP_NUMBER(version, type, name, parameters, arguments) SW_NR_##name,
    SW_GOMP_WRAPPED(SW_GOMP_NUMBER) SW_GOMP_CALLED(SW_GOMP_NUMBER)
#undef SW_GOMP_NUMBER
        SW_GOMP_N
};

#define SW_GOMP_DECLARED(version, type, name, parameters, arguments) \
    type name parameters __attribute__((visibility("default")));
SW_GOMP_WRAPPED(SW_GOMP_DECLARED)
#undef SW_GOMP_DECLARED
int omp_get_cancellation(void);
