/*
 * Fibonacci numbers by the two-way recursion: nothing but spawns, calls and syncs.
 *
 *     fib [N]               default 30
 *
 * Truth. Work grows as 1.618^n, the span as n, so the parallelism of fib(30) is tens of thousands.
 * Of the outermost call's two recursive calls the first does 1.618 times the work of the second
 * (top-caller work). But a strand is a few nanoseconds long: real programs stop spawning well
 * before that, and the burdened parallelism says so.
 */
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>

long fib(int n)
{
    if (n < 2)
        return n;
    long x = cilk_spawn fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

static long fib_by_addition(int n)
{
    long a = 0, b = 1;
    for (int i = 0; i < n; i++) {
        long next = a + b;
        a = b;
        b = next;
    }
    return a;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 30;
    if (n < 0 || n > 90) {
        fprintf(stderr, "usage: fib [N], N from 0 to 90\n");
        return 2;
    }
    long result = fib(n);
    printf("fib(%d) = %ld\n", n, result);
    return result != fib_by_addition(n);
}
