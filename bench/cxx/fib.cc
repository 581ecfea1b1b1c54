// Fibonacci numbers: a spawn, a call and a sync with next to nothing in between.
#include "bench.hh"

long fib(long n)
{
    if (n < 2)
        return n;
    long x = cilk_spawn fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

int main(int argc, char **argv)
{
    bench_say(fib(bench_size(argc, argv, 38)));
}
