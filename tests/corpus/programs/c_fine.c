/* A spawn for every node of a tree, down to leaves that take less than a spawn does. */
#include "burn.h"

#include <cilk/cilk.h>

static unsigned serial(unsigned n)
{
    return n < 2 ? n : serial(n - 1) + serial(n - 2);
}

static unsigned fib(unsigned n)
{
    if (n < 2)
        return n;
    if (MENDED && n < 18)
        return serial(n);
    unsigned a = cilk_spawn fib(n - 1); /* HERE */
    unsigned b = fib(n - 2);
    cilk_sync;
    return a + b;
}

int main(void)
{
    return fib(34) != 5702887;
}
