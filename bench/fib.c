/* Fibonacci numbers: a spawn, a call and a sync with next to nothing in between. */
#include "bench.h"

long fib(long n)
{
    if (n < 2)
        return n;
    long x = cilk_spawn fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

static long fib_by_addition(long n)
{
    long a = 0, b = 1;
    for (long i = 0; i < n; i++) {
        long next = a + b;
        a = b;
        b = next;
    }
    return a;
}

int main(int argc, char **argv)
{
    long n = bench_size(argc, argv, 37, 0, 60);
    bench_start();
    long result = fib(n);
    bench_stop();
    return bench_finish(result == fib_by_addition(n));
}
