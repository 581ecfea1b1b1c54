/* A tree whose leaves are few and long: three of them for two workers. */
#include "burn.h"

#include <cilk/cilk.h>

int main(void)
{
#if MENDED
#pragma cilk grainsize 10
#else
#pragma cilk grainsize 200
#endif
    cilk_for (int i = 0; i < 600; i++) /* HERE */
        burn(150);
    return 0;
}
