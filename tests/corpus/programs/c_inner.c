/* A small cilk_for in every round of a serial loop; the rounds need nothing of each other. */
#include "burn.h"

#include <cilk/cilk.h>

int main(void)
{
#if MENDED
    cilk_for (int round = 0; round < 20000; round++)
        for (int i = 0; i < 4; i++)
            burn(1);
#else
    for (int round = 0; round < 20000; round++) {
#pragma cilk grainsize 1
        cilk_for (int i = 0; i < 4; i++) /* HERE */
            burn(1);
    }
#endif
    return 0;
}
