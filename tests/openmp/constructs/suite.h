/* What the programs of the suite share. Each prints what is the same in every run with as many
 * threads, then "ok"; what differs from what the program knows to be true is printed instead. */
#pragma once
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int differences;

static void same_at(int line, const char *what, long long got, long long want)
{
    if (got == want)
        return;
    __atomic_fetch_add(&differences, 1, __ATOMIC_RELAXED);
    printf("line %d: %s is %lld, not %lld\n", line, what, got, want);
}

#define same(got, want) same_at(__LINE__, #got, (long long)(got), (long long)(want))
#define holds(what)     same_at(__LINE__, #what, !!(what), 1)

static inline int finish(void)
{
    if (!differences)
        puts("ok");
    return differences != 0;
}

/* One number for a table, to print. */
static inline unsigned hash(const int *table, int n)
{
    unsigned h = 2166136261u;
    for (int i = 0; i < n; i++)
        h = (h ^ (unsigned)table[i]) * 16777619u;
    return h;
}

/* All n are 1: every iteration has run once. Resets them. */
static inline void once_at(int line, const char *what, int *times, int n)
{
    for (int i = 0; i < n; i++) {
        if (times[i] != 1) {
            same_at(line, what, times[i], 1);
            printf("  at %d of %d\n", i, n);
            break;
        }
    }
    memset(times, 0, (size_t)n * sizeof *times);
}
#define once(times, n) once_at(__LINE__, #times, times, n)
