/*
 * Planted shares. A unit is so many turns of one loop, wherever it runs; by units:
 *
 *              work   span
 *   alone        10     10   serially, before
 *   longest      10     10   spawned; 4 of them in a function that it calls, through qsort() of libc
 *   many         30      0   spawned, one unit each
 *   rest          5      0   what runs beside them
 *   whole        55     20
 */
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long unit;
static volatile unsigned long sink;

/* In every function the same code. */
#define SPIN(units)                                              \
    do {                                                         \
        unsigned long x = sink | 1;                              \
        for (unsigned long i = 0; i < (units)*unit; i++)         \
            x = x * 6364136223846793005u + 1442695040888963407u; \
        sink = x;                                                \
    } while (0)

__attribute__((noinline)) static void alone(void)
{
    SPIN(10);
}

__attribute__((noinline)) static int compare(const void *a, const void *b)
{
    static int called;
    if (!called++)
        SPIN(4);
    return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) static void longest(void)
{
    int numbers[] = {3, 1, 2};
    SPIN(6);
    qsort(numbers, 3, sizeof *numbers, compare);
    sink += (unsigned long)numbers[0];
}

__attribute__((noinline)) static void many(void)
{
    SPIN(1);
}

__attribute__((noinline)) static void rest(void)
{
    SPIN(5);
}

__attribute__((noinline)) static void both(void)
{
    cilk_spawn longest();
    for (int i = 0; i < 30; i++)
        cilk_spawn many();
    rest();
    cilk_sync;
}

int main(int argc, char **argv)
{
    unit = argc > 1 ? strtoul(argv[1], NULL, 0) : 10000000;
    alone();
    both();
    printf("%d\n", (int)(sink & 1));
    return 0;
}
