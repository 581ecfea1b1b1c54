/*
 * Planted shares. In units of the same work: before the region read_input() 3, after it write_output() 1;
 * inside, shared by all N threads, many() 16 in static shares, and by thread 0 alone alone() 4.
 *   work 24: read_input 12.5%, write_output 4.17%, many 66.67%, alone 16.67%
 *   span 3 + 16 / N + 4 + 1: on 8, 10: read_input 30%, write_output 10%, many 20%, alone 40%;
 *                            on 2, 16: 18.75%, 6.25%, 50%, 25%
 *   serial 4: read_input 75%, write_output 25%
 * What deep() does is at the end of a long chain of tasks, on pieces of stack.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile double sink;

#define WORK(n)                    \
    double x = 1;                  \
    for (long i = 0; i < (n); i++) \
        x = x * 1.0000001 + 1e-9;  \
    sink = x

__attribute__((noipa)) static void read_input(long n)
{
    WORK(3 * n);
}

__attribute__((noipa)) static void write_output(long n)
{
    WORK(n);
}

__attribute__((noipa)) static void many(long n)
{
    WORK(n);
}

__attribute__((noipa)) static void alone(long n)
{
    WORK(4 * n);
}

__attribute__((noipa)) static void region(long n)
{
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int k = 0; k < 64; k++)
            many(n / 4);
        if (omp_get_thread_num() == 0)
            alone(n);
    }
}

__attribute__((noipa)) static void bottom(long n)
{
    WORK(n);
}

static void deep(long n, int depth)
{
    if (!depth) {
        bottom(n);
        return;
    }
#pragma omp task if (0)
    deep(n, depth - 1);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1;
    if (argc > 2 && !strcmp(argv[2], "deep")) {
#pragma omp parallel
#pragma omp single
        deep(n, 100000);
    } else if (argc > 2 && !strcmp(argv[2], "none")) {
        read_input(n);
    } else {
        read_input(n);
        region(n);
        write_output(n);
    }
    return 0;
}
