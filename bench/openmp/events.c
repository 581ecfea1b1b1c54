/*
 * Constructs with nothing in them: nanoseconds of each, on stderr. What is printed is real time, so under
 * the simulation it is what the simulation itself takes.
 */
#include "work.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void show(const char *name, double ns)
{
    fprintf(stderr, "%s %.1f\n", name, ns);
}

int main(int argc, char **argv)
{
    long n = size_of(argc, argv, 200000);
    int threads = 1;
    double start;
    uint64_t sum = 0;
#pragma omp parallel
#pragma omp atomic write
    threads = __builtin_expect(threads, 1);
#pragma omp parallel reduction(+ : sum)
    sum += 1;
    threads = (int)sum;

    start = now();
#pragma omp parallel
    for (long i = 0; i < n / threads; i++) {
#pragma omp barrier
    }
    show("barrier", (now() - start) / (double)(n / threads * threads));

    start = now();
#pragma omp parallel for schedule(dynamic, 1)
    for (long i = 0; i < n; i++)
        __asm__ volatile("");
    show("chunk", (now() - start) / (double)n);

    start = now();
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < n; i++) {
#pragma omp task
        __asm__ volatile("");
    }
    show("task", (now() - start) / (double)n);

    start = now();
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
#pragma omp critical
        __asm__ volatile("");
    }
    show("critical", (now() - start) / (double)n);

    start = now();
    for (long i = 0; i < n / 100; i++) {
#pragma omp parallel
        __asm__ volatile("");
    }
    show("region", (now() - start) / (double)(n / 100 * threads));
    return 0;
}
