/*
 * A program with work of known length in several places, for what-if: built as it is, and with some of it really
 * changed. PREPARE and REFINE divide what these take, PREPARE_TASKS and REFINE_TASKS spread it over as many tasks. Built with
 * CILK (by spanwise cc), with -fopenmp, or with ANNOTATED; all is LONGER times as long. With an argument it says how
 * many nanoseconds it took.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#ifndef LONGER
#define LONGER 1
#endif
#ifndef PREPARE
#define PREPARE 1
#endif
#ifndef PREPARE_TASKS
#define PREPARE_TASKS 1
#endif
#ifndef REFINE
#define REFINE 1
#endif
#ifndef REFINE_TASKS
#define REFINE_TASKS 1
#endif

/* `what` for each of n. */
#ifdef ANNOTATED
#include <spanwise.h>
#define SECTION(name, n, what)                   \
    do {                                         \
        PAR_SEC_BEGIN(name);                     \
        for (int each = 0; each < (n); each++) { \
            PAR_TASK_BEGIN(name "'s task");      \
            what;                                \
            PAR_TASK_END();                      \
        }                                        \
        PAR_SEC_END();                           \
    } while (0)
#elif defined CILK
#include <cilk/cilk.h>
#define SECTION(name, n, what)                 \
    do {                                       \
        for (int each = 0; each < (n); each++) \
            cilk_spawn what;                   \
        cilk_sync;                             \
    } while (0)
#else
#define SECTION(name, n, what) \
    _Pragma("omp parallel for schedule(static)") for (int each = 0; each < (n); each++) what
#endif

/* So many thousand rounds, by a chain of multiplications: no neighbour makes it slower. */
__attribute__((noinline)) static void spin(int k)
{
    uint64_t x = 1;
    for (int i = 0; i < k * LONGER * 1000; i++) {
        x *= 0x9e3779b97f4a7c15u;
        __asm__ volatile("" : "+r"(x));
    }
}

__attribute__((noinline)) static void prepare(void)
{
    SECTION("prepare", PREPARE_TASKS, spin(400 / PREPARE / PREPARE_TASKS));
}

__attribute__((noinline)) static void refine(int i)
{
    SECTION("refine", REFINE_TASKS, spin((60 + 20 * i) / REFINE / REFINE_TASKS));
}

__attribute__((noinline)) static void work(int i)
{
    spin(100);
    refine(i);
}

__attribute__((noinline)) static void finish(void)
{
    spin(50);
}

static void run(void)
{
    prepare();
    SECTION("work", 8, work(each));
    finish();
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    (void)argv;
    double best = 0;
    if (argc == 1)
        run();
    for (int i = 0; argc > 1 && i < 20; i++) {
        double from = now();
        run();
        double took = now() - from;
        best = i && best < took ? best : took;
    }
    if (argc > 1)
        printf("%.0f\n", best);
    return 0;
}
