/* Something parallel to do, with a known result, for the programs that test what is around it. */
#pragma once

#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>

static __attribute__((__noinline__)) void spin(int n)
{
    for (int i = 0; i < n; i++)
        __asm__ volatile("");
}

static __attribute__((__noinline__)) long fib(int n)
{
    if (n < 2) {
        spin(100);
        return n;
    }
    long x = cilk_spawn fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

/* Ends the program unless the scheduler still computes as it should. */
static inline void compute(int n)
{
    long a = 0, b = 1, got = fib(n);
    for (int i = 0; i < n; i++) {
        long c = a + b;
        a = b;
        b = c;
    }
    if (got == a)
        return;
    fprintf(stderr, "fib(%d) is %ld, not %ld\n", n, got, a);
    abort();
}
