/*
 * gaps [SECONDS]: reads the clock all the time and tells what interrupts took: how many gaps of 2 to 100 us
 * there were, and the median one. With more samples than there are other interrupts that is what a sample
 * takes of a program's time.
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t ticks(void)
{
#if defined __aarch64__
    uint64_t t;
    __asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(t));
    return t;
#else
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
#endif
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

enum { MOST = 1 << 20 };
static uint64_t gaps[MOST];
static volatile int is_openmp;

__attribute__((noinline)) static size_t watch(uint64_t least, uint64_t most, uint64_t until)
{
    size_t n = 0;
    uint64_t last = ticks();
    while (last < until && n < MOST) {
        uint64_t t = ticks();
        if (t - last > least && t - last < most)
            gaps[n++] = t - last;
        last = t;
    }
    return n;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1, begun = now();
    uint64_t first = ticks();
    while (now() - begun < 0.05)
        ;
    double per_us = (double)(ticks() - first) / (now() - begun) * 1e-6;
    size_t n = watch((uint64_t)(2 * per_us), (uint64_t)(100 * per_us),
                     ticks() + (uint64_t)(seconds * 1e6 * per_us));
    qsort(gaps, n, sizeof *gaps, by_size);
    printf("%zu %.0f\n", n, n ? (double)gaps[n / 2] / per_us * 1000 : 0);
#pragma omp parallel
    is_openmp = omp_get_num_threads();
    return 0;
}
