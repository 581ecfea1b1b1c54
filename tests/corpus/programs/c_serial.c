/* A phase that one worker does before the loop that all share. */
#include "burn.h"

#include <cilk/cilk.h>

enum { N = 400 };
static unsigned values[N];

__attribute__((noinline)) static void make(void)
{
#if MENDED
    cilk_for (int i = 0; i < N; i++)
        values[i] = burn(200);
#else
    for (int i = 0; i < N; i++)
        values[i] = burn(200); /* HERE */
#endif
}

int main(void)
{
    make();
    cilk_for (int i = 0; i < N; i++)
        values[i] += burn(200);
    return values[0] > 2;
}
