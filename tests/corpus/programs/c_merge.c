/* Halves in parallel, and then as much again by one worker: the merge could be parallel too. */
#include "burn.h"

#include <cilk/cilk.h>

__attribute__((noinline)) static void merge(unsigned n)
{
#if MENDED
#pragma cilk grainsize 8
    cilk_for (unsigned i = 0; i < n; i++)
        burn(25);
#else
    for (unsigned i = 0; i < n; i++)
        burn(25); /* HERE */
#endif
}

static void sort(unsigned n)
{
    if (n <= 64) {
        burn(50 * n);
        return;
    }
    cilk_spawn sort(n / 2);
    sort(n - n / 2);
    cilk_sync;
    merge(n);
}

int main(void)
{
    sort(1024);
    return 0;
}
