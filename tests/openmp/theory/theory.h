/* Programs whose speedup on N processors is known: each does about TOTAL units of work, the same for
 * every N, and says on its last line what the speedup must be, as two bounds. "truth" as argument:
 * only say so. */
#pragma once
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOTAL = 480000 }; /* about 0.6 s at 3 GHz for 64 processors: 10 ms for each */

static int truth_only;
static long unit_length;

/* A unit is so many dependent multiplications: no clock, no memory. */
static void work(long units)
{
    unsigned long x = (unsigned long)units;
    for (long i = 0; i < units * unit_length; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

static int begin(int argc, char **argv)
{
    truth_only = argc > 1 && !strcmp(argv[1], "truth");
    int n = omp_get_max_threads();
    unit_length = n <= 2 ? 400 : n <= 8 ? 600 : 1000; /* still 120 ms for each of 2, 45 of 8 */
    return n;
}

static int between(double low, double high)
{
    printf("speedup %.4f %.4f\n", low, high);
    return 0;
}

static inline int exactly(double speedup)
{
    return between(speedup, speedup);
}

/* When n processors are done that take these chunks in order, each the first that is free. */
static inline long greedy(const long *chunks, int count, int n)
{
    long *free_at = (long *)calloc((size_t)n, sizeof *free_at), end = 0;
    for (int i = 0; i < count; i++) {
        int first = 0;
        for (int p = 1; p < n; p++)
            if (free_at[p] < free_at[first])
                first = p;
        free_at[first] += chunks[i];
        if (free_at[first] > end)
            end = free_at[first];
    }
    free(free_at);
    return end;
}

static inline long sum(const long *chunks, int count)
{
    long total = 0;
    for (int i = 0; i < count; i++)
        total += chunks[i];
    return total;
}
