/*
 * What the benchmark programs share. Each of them takes one argument that scales it, times its
 * kernel, checks its own result, prints one line, and exits 1 when the result is wrong.
 *
 *     int main(int argc, char **argv)
 *     {
 *         long n = bench_size(argc, argv, 1024, 1, 4096);
 *         ... make the input ...
 *         bench_start();
 *         ... the kernel ...
 *         bench_stop();
 *         return bench_finish(result is right);
 *     }
 *
 * The first four belong to main(); bench_hash() may be called from any strand. Where memory is not
 * so large that it shows in the time of the process, its end gives it back, not main(): that would
 * take longer than the span of some kernels.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <cilk/cilk.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    const char *name;
    long size;
    double seconds;
} bench;

static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The program's argument, or `standard`; ends the program unless it is within low and high. */
static inline long bench_size(int argc, char **argv, long standard, long low, long high)
{
    const char *slash = strrchr(argv[0], '/');
    char *end = NULL;
    bench.name = slash ? slash + 1 : argv[0];
    bench.size = argc > 1 ? strtol(argv[1], &end, 10) : standard;
    if (argc > 2 || (end && (*end || end == argv[1])) || bench.size < low || bench.size > high) {
        fprintf(stderr, "usage: %s [SIZE], SIZE from %ld to %ld, default %ld\n", bench.name, low,
                high, standard);
        exit(2);
    }
    return bench.size;
}

static inline void bench_start(void)
{
    bench.seconds = bench_now();
}

static inline void bench_stop(void)
{
    bench.seconds = bench_now() - bench.seconds;
}

/* Prints the line; returns what main() is to return. */
static inline int bench_finish(bool right)
{
    printf("%s %ld: %s, %.3f s\n", bench.name, bench.size, right ? "right" : "WRONG",
           bench.seconds);
    return !right;
}

/* Memory that is not set; ends the program when there is none. */
static inline void *bench_alloc(size_t count, size_t size)
{
    void *p = count > SIZE_MAX / size - 1 ? NULL : malloc((count + 1) * size);
    if (!p) {
        fprintf(stderr, "%s: not enough memory\n", bench.name);
        exit(1);
    }
    return p;
}

/* A pseudo-random number for each x: inputs can be made in any order, in parallel too. */
static inline uint64_t bench_hash(uint64_t x)
{
    x = (x ^ x >> 31) * 0x9fb21c651e98df25u + 0x632be59bd9b4e019u;
    x = (x ^ x >> 29) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

/* In [0, 1). */
static inline double bench_fraction(uint64_t x)
{
    return (double)(bench_hash(x) >> 11) * 0x1p-53;
}

#endif
