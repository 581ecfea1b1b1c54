/* Two triangular loops in static shares, one after the other: each could be dynamic by itself. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel reduction(+ : sum)
    for (int round = 0; round < 10; round++) {
#if MENDED == 1
#pragma omp for schedule(dynamic)
#else
#pragma omp for schedule(static) /* HERE */
#endif
        for (unsigned i = 0; i < 100; i++)
            sum += burn(i);
#if MENDED == 2
#pragma omp for schedule(dynamic)
#else
#pragma omp for schedule(static) /* HERE 2 */
#endif
        for (unsigned i = 0; i < 100; i++)
            sum += burn(100 - i);
    }
    return sum > 2000;
}
