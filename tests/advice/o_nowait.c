/* Two loops that need nothing of each other, unequal in opposite ways, with a barrier between them. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel reduction(+ : sum)
    for (int round = 0; round < 10; round++) {
#if MENDED
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static) /* HERE */
#endif
        for (unsigned i = 0; i < 100; i++)
            sum += burn(i);
#pragma omp for schedule(static)
        for (unsigned i = 0; i < 100; i++)
            sum += burn(100 - i);
    }
    return sum > 2000;
}
