/* A long call beside a short one: the long one could be halves. */
#include "burn.h"

#include <cilk/cilk.h>

__attribute__((noinline)) static unsigned part(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += burn(200); /* HERE */
    return sum;
}

static unsigned halves(unsigned n)
{
    if (n <= 10 || !MENDED)
        return part(n);
    unsigned a = cilk_spawn halves(n / 2);
    unsigned b = halves(n - n / 2);
    cilk_sync;
    return a + b;
}

int main(void)
{
    unsigned a = cilk_spawn halves(400);
    unsigned b = halves(100);
    cilk_sync;
    return a + b > 500;
}
