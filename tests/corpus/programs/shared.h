/*
 * What most programs of this folder share: none of it takes time. Each has at most one cause for not scaling, in a function of its
 * own (truth); -DREPAIRED builds the twin without it. The first argument scales the work; the sum that is printed is the same
 * whatever the number of threads is.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline long scaled(int argc, char **argv, long n)
{
    long m = argc > 1 ? (long)(n * atof(argv[1])) : n;
    return m > 1 ? m : 1;
}

/* Of programs that start their threads themselves. */
static inline int threads_wanted(void)
{
    const char *given = getenv("THREADS");
    return given ? atoi(given) : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

static inline int print_sum(uint64_t sum)
{
    return printf("%016llx\n", (unsigned long long)sum) < 0;
}
