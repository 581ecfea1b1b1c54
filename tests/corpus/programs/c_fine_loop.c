/* A cilk_for that divides down to single iterations of some nanoseconds. */
#include "burn.h"

#include <cilk/cilk.h>

enum { N = 2000000 };
static unsigned char bits[N];

int main(void)
{
#if MENDED
#pragma cilk grainsize 4096
#else
#pragma cilk grainsize 1
#endif
    cilk_for (unsigned i = 0; i < N; i++) { /* HERE */
        unsigned x = i;
        for (int k = 0; k < 10; k++)
            x = x * 1664525u + 1013904223u;
        bits[i] = x & 1;
    }
    return bits[0] > 1;
}
