/* for: every schedule, every shape of loop. Who runs what is printed where the schedule says so. */
#include "suite.h"

enum { COUNT = 1000 };
static int times[COUNT], owner[COUNT];

#define RUN(name, clauses)                                                          \
    static void name(int from, int to, int step)                                    \
    {                                                                               \
        _Pragma("omp parallel")                                                     \
        {                                                                           \
            _Pragma(clauses) for (int i = from; i < to; i += step)                  \
            {                                                                       \
                __atomic_fetch_add(&times[(i - from) / step], 1, __ATOMIC_RELAXED); \
                owner[(i - from) / step] = omp_get_thread_num();                    \
            }                                                                       \
        }                                                                           \
        once(times, (to - from + step - 1) / step);                                 \
    }

RUN(plain, "omp for")
RUN(fixed, "omp for schedule(static)")
RUN(fixed1, "omp for schedule(static, 1)")
RUN(fixed7, "omp for schedule(static, 7)")
RUN(fixed_all, "omp for schedule(static, 5000)")
RUN(dynamic, "omp for schedule(dynamic)")
RUN(dynamic9, "omp for schedule(dynamic, 9)")
RUN(guided, "omp for schedule(guided)")
RUN(guided4, "omp for schedule(guided, 4)")
RUN(automatic, "omp for schedule(auto)")
RUN(runtime, "omp for schedule(runtime)")
#ifndef __clang__
RUN(monotonic_static, "omp for schedule(monotonic: static, 3)")
#endif
RUN(monotonic_dynamic, "omp for schedule(monotonic: dynamic, 3)")
RUN(monotonic_guided, "omp for schedule(monotonic: guided)")
RUN(monotonic_runtime, "omp for schedule(monotonic: runtime)")
RUN(nonmonotonic_dynamic, "omp for schedule(nonmonotonic: dynamic, 2)")
RUN(nonmonotonic_guided, "omp for schedule(nonmonotonic: guided, 2)")
RUN(nonmonotonic_runtime, "omp for schedule(nonmonotonic: runtime)")
RUN(simd_dynamic, "omp for schedule(simd: dynamic, 5)")

static void whose(const char *what, int n)
{
    printf("%s %08x\n", what, hash(owner, n));
}

static void chunked(int chunk, int n)
{
    int threads = omp_get_max_threads();
    for (int i = 0; i < n; i++)
        same(owner[i], i / chunk % threads);
}

static void all(void)
{
    void (*const free_of_owner[])(int, int, int) = {dynamic,
                                                    dynamic9,
                                                    guided,
                                                    guided4,
                                                    automatic,
                                                    runtime,
                                                    monotonic_guided,
                                                    monotonic_dynamic,
                                                    monotonic_runtime,
                                                    nonmonotonic_dynamic,
                                                    nonmonotonic_guided,
                                                    nonmonotonic_runtime,
                                                    simd_dynamic};
    for (unsigned i = 0; i < sizeof free_of_owner / sizeof *free_of_owner; i++) {
        free_of_owner[i](0, COUNT, 1);
        free_of_owner[i](-50, 333, 7);
        free_of_owner[i](5, 5, 1);
        free_of_owner[i](0, 1, 1);
    }
    plain(0, COUNT, 1);
    whose("plain", COUNT);
    fixed(3, 803, 1);
    whose("static", 800);
    fixed(0, 5, 1);
    whose("static, few", 5);
    fixed1(0, COUNT, 1);
    chunked(1, COUNT);
    fixed7(-10, 990, 2);
    chunked(7, 500);
    fixed_all(0, COUNT, 1);
    chunked(5000, COUNT);
#ifndef __clang__ /* 14 runs every iteration on every thread */
    monotonic_static(0, COUNT, 1);
    chunked(3, COUNT);
#endif
}

static void by_call(void)
{
    static const struct {
        omp_sched_t kind;
        int chunk;
    } schedules[] = {{omp_sched_static, 0},  {omp_sched_static, 4}, {omp_sched_dynamic, 1},
                     {omp_sched_dynamic, 6}, {omp_sched_guided, 1}, {omp_sched_guided, 5},
                     {omp_sched_auto, 0}};
    for (unsigned i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        omp_set_schedule(schedules[i].kind, schedules[i].chunk);
        omp_sched_t kind;
        int chunk;
        omp_get_schedule(&kind, &chunk);
        same((int)kind & 15, schedules[i].kind);
        if (schedules[i].chunk)
            same(chunk, schedules[i].chunk);
        runtime(0, COUNT, 1);
        if (i == 0)
            whose("set static", COUNT);
        if (i == 1)
            chunked(4, COUNT);
        monotonic_runtime(0, COUNT, 1);
        nonmonotonic_runtime(0, 200, 1);
    }
}

/* A combined construct is another entry point than a loop in a region. */
static void combined(void)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    once(times, COUNT);
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    once(times, COUNT);
#pragma omp parallel for schedule(guided, 2)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    once(times, COUNT);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    once(times, COUNT);
#pragma omp parallel for schedule(monotonic : dynamic)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    once(times, COUNT);
#pragma omp parallel for schedule(monotonic : guided)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    once(times, COUNT);
#pragma omp parallel for schedule(monotonic : runtime)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    once(times, COUNT);
#pragma omp parallel for schedule(nonmonotonic : runtime)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    once(times, COUNT);
#pragma omp parallel for schedule(dynamic) num_threads(3)
    for (int i = 0; i < COUNT; i++)
        times[i]++;
    once(times, COUNT);
}

/* Many loops without a barrier between: threads are in different ones at a time. */
static void nowait(void)
{
    int sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
        for (int round = 0; round < 40; round++) {
#pragma omp for schedule(dynamic, 2) nowait
            for (int i = 0; i < 20; i++)
                sum += i;
#pragma omp for schedule(guided) nowait
            for (int i = 0; i < 20; i++)
                sum += i;
#pragma omp for schedule(static, 3) nowait
            for (int i = 0; i < 20; i++)
                sum += i;
        }
    }
    same(sum, 40 * 3 * 190);
}

int main(void)
{
    printf("%d threads\n", omp_get_max_threads());
    all();
    combined();
    by_call();
    nowait();
    return finish();
}
