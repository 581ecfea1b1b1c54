/* Entry points of libgomp that gcc 12 does not use itself: those of programs built by older ones,
 * and loops whose schedule the compiler now computes in place. Called by name, as they would. */
#include "suite.h"
#include <stdbool.h>

typedef unsigned long long ull;
enum { COUNT = 100 };
static int times[COUNT];

static void ran(long i)
{
    __atomic_fetch_add(&times[i], 1, __ATOMIC_RELAXED);
}

/* clang-format off */
void GOMP_parallel_start(void (*)(void *), void *, unsigned);
void GOMP_parallel_end(void);
void GOMP_parallel_sections_start(void (*)(void *), void *, unsigned, unsigned);
unsigned GOMP_sections_next(void);
void GOMP_sections_end_nowait(void);
void GOMP_loop_end(void);
void GOMP_loop_end_nowait(void);
void GOMP_ordered_start(void);
void GOMP_ordered_end(void);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);
void GOMP_doacross_post(long *);
void GOMP_doacross_wait(long, ...);
void GOMP_doacross_ull_post(ull *);
void GOMP_doacross_ull_wait(ull, ...);

#define LOOP(name) \
    bool GOMP_loop_##name##_start(long, long, long, long, long *, long *); \
    bool GOMP_loop_##name##_next(long *, long *); \
    bool GOMP_loop_ull_##name##_start(bool, ull, ull, ull, ull, ull *, ull *); \
    bool GOMP_loop_ull_##name##_next(ull *, ull *);
#define LOOP_RUNTIME(name) \
    bool GOMP_loop_##name##_start(long, long, long, long *, long *); \
    bool GOMP_loop_##name##_next(long *, long *); \
    bool GOMP_loop_ull_##name##_start(bool, ull, ull, ull, ull *, ull *); \
    bool GOMP_loop_ull_##name##_next(ull *, ull *);
LOOP(static) LOOP(dynamic) LOOP(guided) LOOP(nonmonotonic_dynamic) LOOP(nonmonotonic_guided)
LOOP(ordered_static) LOOP(ordered_dynamic) LOOP(ordered_guided)
LOOP_RUNTIME(runtime) LOOP_RUNTIME(ordered_runtime) LOOP_RUNTIME(nonmonotonic_runtime)
LOOP_RUNTIME(maybe_nonmonotonic_runtime)

#define PARALLEL(name) \
    void GOMP_parallel_loop_##name##_start(void (*)(void *), void *, unsigned, long, long, long, long); \
    void GOMP_parallel_loop_##name(void (*)(void *), void *, unsigned, long, long, long, long, unsigned);
PARALLEL(static) PARALLEL(dynamic) PARALLEL(guided)
void GOMP_parallel_loop_runtime_start(void (*)(void *), void *, unsigned, long, long, long);
void GOMP_parallel_loop_runtime(void (*)(void *), void *, unsigned, long, long, long, unsigned);
void GOMP_parallel_loop_nonmonotonic_dynamic(void (*)(void *), void *, unsigned, long, long, long, long, unsigned);
void GOMP_parallel_loop_nonmonotonic_guided(void (*)(void *), void *, unsigned, long, long, long, long, unsigned);
void GOMP_parallel_loop_nonmonotonic_runtime(void (*)(void *), void *, unsigned, long, long, long, unsigned);
void GOMP_parallel_loop_maybe_nonmonotonic_runtime(void (*)(void *), void *, unsigned, long, long, long, unsigned);

#define DOACROSS(name) \
    bool GOMP_loop_doacross_##name##_start(unsigned, long *, long, long *, long *); \
    bool GOMP_loop_ull_doacross_##name##_start(unsigned, ull *, ull, ull *, ull *);
DOACROSS(static) DOACROSS(dynamic) DOACROSS(guided)
bool GOMP_loop_doacross_runtime_start(unsigned, long *, long *, long *);
bool GOMP_loop_ull_doacross_runtime_start(unsigned, ull *, ull *, ull *);
/* clang-format on */

/* The loops in a region: up by 1, down by 2, of both types. */
#define IN_REGION(name, ...)                                                                       \
    do {                                                                                           \
        long s, e;                                                                                 \
        ull us, ue;                                                                                \
        if (GOMP_loop_##name##_start(0, COUNT, 1, ##__VA_ARGS__, &s, &e)) {                        \
            do {                                                                                   \
                for (long i = s; i < e; i++)                                                       \
                    ran(i);                                                                        \
            } while (GOMP_loop_##name##_next(&s, &e));                                             \
        }                                                                                          \
        GOMP_loop_end();                                                                           \
        if (GOMP_loop_##name##_start(COUNT * 2, 0, -2, ##__VA_ARGS__, &s, &e)) {                   \
            do {                                                                                   \
                for (long i = s; i > e; i -= 2)                                                    \
                    ran(i / 2 - 1);                                                                \
            } while (GOMP_loop_##name##_next(&s, &e));                                             \
        }                                                                                          \
        GOMP_loop_end_nowait();                                                                    \
        if (GOMP_loop_ull_##name##_start(true, 1ULL << 63, (1ULL << 63) + COUNT, 1, ##__VA_ARGS__, \
                                         &us, &ue)) {                                              \
            do {                                                                                   \
                for (ull i = us; i < ue; i++)                                                      \
                    ran((long)(i - (1ULL << 63)));                                                 \
            } while (GOMP_loop_ull_##name##_next(&us, &ue));                                       \
        }                                                                                          \
        GOMP_loop_end_nowait();                                                                    \
        if (GOMP_loop_ull_##name##_start(false, COUNT * 2, 0, -2ULL, ##__VA_ARGS__, &us, &ue)) {   \
            do {                                                                                   \
                for (ull i = us; i > ue; i -= 2)                                                   \
                    ran((long)(i / 2 - 1));                                                        \
            } while (GOMP_loop_ull_##name##_next(&us, &ue));                                       \
        }                                                                                          \
        GOMP_loop_end();                                                                           \
    } while (0)

static void four_times_at(int line)
{
    for (int i = 0; i < COUNT; i++) {
        same_at(line, "times", times[i], 4);
        times[i] = 0;
    }
}

#define EACH(name, ...)                                         \
    do {                                                        \
        _Pragma("omp parallel") IN_REGION(name, ##__VA_ARGS__); \
        four_times_at(__LINE__);                                \
    } while (0)

static int turn;
#define ORDERED(name, ...)                                                                  \
    do {                                                                                    \
        turn = 0;                                                                           \
        _Pragma("omp parallel")                                                             \
        {                                                                                   \
            long s, e;                                                                      \
            ull us, ue;                                                                     \
            if (GOMP_loop_ordered_##name##_start(0, COUNT, 1, ##__VA_ARGS__, &s, &e)) {     \
                do {                                                                        \
                    for (long i = s; i < e; i++) {                                          \
                        GOMP_ordered_start();                                               \
                        same(turn++, i);                                                    \
                        GOMP_ordered_end();                                                 \
                    }                                                                       \
                } while (GOMP_loop_ordered_##name##_next(&s, &e));                          \
            }                                                                               \
            GOMP_loop_end();                                                                \
            if (GOMP_loop_ull_ordered_##name##_start(true, 0, COUNT, 1, ##__VA_ARGS__, &us, \
                                                     &ue)) {                                \
                do {                                                                        \
                    for (ull i = us; i < ue; i++) {                                         \
                        GOMP_ordered_start();                                               \
                        same(turn++, COUNT + i);                                            \
                        GOMP_ordered_end();                                                 \
                    }                                                                       \
                } while (GOMP_loop_ull_ordered_##name##_next(&us, &ue));                    \
            }                                                                               \
            GOMP_loop_end();                                                                \
        }                                                                                   \
        same(turn, 2 * COUNT);                                                              \
    } while (0)

static long before[COUNT];
#define ACROSS(name, next, ...)                                                               \
    do {                                                                                      \
        memset(before, 0, sizeof before);                                                     \
        _Pragma("omp parallel")                                                               \
        {                                                                                     \
            long s, e, counts[1] = {COUNT};                                                   \
            ull us, ue, ucounts[1] = {COUNT};                                                 \
            if (GOMP_loop_doacross_##name##_start(1, counts, ##__VA_ARGS__, &s, &e)) {        \
                do {                                                                          \
                    for (long i = s; i < e; i++) {                                            \
                        if (i)                                                                \
                            GOMP_doacross_wait(i - 1);                                        \
                        before[i] = i ? before[i - 1] + 1 : 1;                                \
                        GOMP_doacross_post(&i);                                               \
                    }                                                                         \
                } while (GOMP_loop_##next##_next(&s, &e));                                    \
            }                                                                                 \
            GOMP_loop_end();                                                                  \
            if (GOMP_loop_ull_doacross_##name##_start(1, ucounts, ##__VA_ARGS__, &us, &ue)) { \
                do {                                                                          \
                    for (ull i = us; i < ue; i++) {                                           \
                        if (i)                                                                \
                            GOMP_doacross_ull_wait(i - 1);                                    \
                        before[i] = i ? before[i - 1] + 1 : 1;                                \
                        GOMP_doacross_ull_post(&i);                                           \
                    }                                                                         \
                } while (GOMP_loop_ull_##next##_next(&us, &ue));                              \
            }                                                                                 \
            GOMP_loop_end();                                                                  \
        }                                                                                     \
        for (int i = 0; i < COUNT; i++)                                                       \
            same(before[i], i + 1);                                                           \
    } while (0)

#define BODY(name)                                            \
    static void name##_body(void *data)                       \
    {                                                         \
        long s, e;                                            \
        while (GOMP_loop_##name##_next(&s, &e)) {             \
            for (long i = s; i < e; i++)                      \
                ran(i);                                       \
        }                                                     \
        GOMP_loop_end_nowait();                               \
        __atomic_fetch_add((int *)data, 1, __ATOMIC_RELAXED); \
    }
BODY(static)
BODY(dynamic)
BODY(guided)
BODY(runtime)
BODY(nonmonotonic_dynamic)
BODY(nonmonotonic_guided)
BODY(nonmonotonic_runtime)
BODY(maybe_nonmonotonic_runtime)

static void old_regions(int n)
{
    int threads = 0;
#define OLD(name, ...)                                                                           \
    do {                                                                                         \
        threads = 0;                                                                             \
        GOMP_parallel_loop_##name##_start(name##_body, &threads, 0, 0, COUNT, 1, ##__VA_ARGS__); \
        name##_body(&threads);                                                                   \
        GOMP_parallel_end();                                                                     \
        same(threads, n);                                                                        \
        once(times, COUNT);                                                                      \
    } while (0)
    OLD(static, 3);
    OLD(static, 0);
    OLD(dynamic, 2);
    OLD(guided, 1);
    OLD(runtime);
#define NEW(name, ...)                                                                      \
    do {                                                                                    \
        threads = 0;                                                                        \
        GOMP_parallel_loop_##name(name##_body, &threads, 0, 0, COUNT, 1, ##__VA_ARGS__, 0); \
        same(threads, n);                                                                   \
        once(times, COUNT);                                                                 \
    } while (0)
    NEW(static, 3);
    NEW(dynamic, 2);
    NEW(guided, 1);
    NEW(runtime);
    NEW(nonmonotonic_dynamic, 2);
    NEW(nonmonotonic_guided, 2);
    NEW(nonmonotonic_runtime);
    NEW(maybe_nonmonotonic_runtime);
}

static void whole(void *data)
{
    GOMP_atomic_start();
    ++*(int *)data;
    GOMP_atomic_end();
#pragma omp barrier
    same(*(int *)data, omp_get_num_threads());
}

static void sections(void *data)
{
    unsigned s;
    while ((s = GOMP_sections_next()))
        ran(s - 1);
    GOMP_sections_end_nowait();
    (void)data;
}

int main(void)
{
    int n = omp_get_max_threads(), threads = 0;
    GOMP_parallel_start(whole, &threads, 0);
    whole(&threads);
    GOMP_parallel_end();
    same(threads, n);
    threads = 0;
    GOMP_parallel_start(whole, &threads, 3);
    same(omp_get_num_threads(), 3);
    whole(&threads);
    GOMP_parallel_end();
    same(threads, 3);
    threads = 0;
    GOMP_parallel_start(whole, &threads, 1);
    whole(&threads);
    GOMP_parallel_end();
    same(threads, 1);
    GOMP_parallel_sections_start(sections, NULL, 0, 7);
    sections(NULL);
    GOMP_parallel_end();
    once(times, 7);
    old_regions(n);
    EACH(static, 0);
    EACH(static, 3);
    EACH(dynamic, 3);
    EACH(guided, 2);
    EACH(runtime);
    EACH(nonmonotonic_dynamic, 4);
    EACH(nonmonotonic_guided, 4);
    EACH(nonmonotonic_runtime);
    EACH(maybe_nonmonotonic_runtime);
    ORDERED(static, 0);
    ORDERED(static, 2);
    ORDERED(dynamic, 2);
    ORDERED(guided, 2);
    ORDERED(runtime);
    ACROSS(static, static, 25);
    ACROSS(dynamic, dynamic, 25);
    ACROSS(guided, guided, 25);
    omp_set_schedule(omp_sched_dynamic, 25); /* libgomp spins at each: a few */
    ACROSS(runtime, runtime);
    return finish();
}
