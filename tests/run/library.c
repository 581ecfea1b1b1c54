/* A shared library of Cilk code: library_fib(15) makes 986 spawns. */
#include <cilk/cilk.h>

long library_fib(long n);

__attribute__((noinline)) static long below(long n)
{
    if (n < 2)
        return n;
    long a = cilk_spawn below(n - 1);
    long b = below(n - 2);
    cilk_sync;
    return a + b;
}

long library_fib(long n)
{
    return below(n);
}
