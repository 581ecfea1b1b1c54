/* A recursion that spawns. */
#include "behave.h"

#include <cilk/cilk.h>

static int fib(int n)
{
    if (n < 2)
        return n;
    int a = cilk_spawn fib(n - 1), b = fib(n - 2);
    cilk_sync;
    return a + b;
}

void work(void)
{
    if (fib(10) != 55)
        abort();
}
