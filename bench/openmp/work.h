/* Work of a known amount, by arithmetic that no compiler shortens. */
#ifndef BENCH_OPENMP_WORK_H
#define BENCH_OPENMP_WORK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint64_t work(uint64_t rounds, uint64_t x)
{
    for (uint64_t i = 0; i < rounds; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x;
}

/* The first argument: how much of it all there is. */
static inline long size_of(int argc, char **argv, long usual)
{
    return argc > 1 ? atol(argv[1]) : usual;
}

static inline int tell(uint64_t sum)
{
    printf("%016llx\n", (unsigned long long)sum);
    return 0;
}

#endif
