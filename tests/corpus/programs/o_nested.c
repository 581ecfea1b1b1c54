/* Three blocks for the threads of the outer region; the loops in them are regions of one thread. */
#include "burn.h"

static unsigned block(void)
{
    unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 150; i++)
        sum += burn(200);
    return sum;
}

int main(void)
{
    unsigned sum = 0;
#if !MENDED
#pragma omp parallel for reduction(+ : sum) schedule(dynamic) /* HERE */
#endif
    for (int i = 0; i < 3; i++)
        sum += block();
    return sum > 450;
}
