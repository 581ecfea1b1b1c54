/* A region for every row of a few microseconds: one region for all rows. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#if MENDED
#pragma omp parallel for reduction(+ : sum)
    for (int row = 0; row < 10000; row++)
        for (int i = 0; i < 4; i++)
            sum += burn(2);
#else
    for (int row = 0; row < 10000; row++)
#pragma omp parallel for reduction(+ : sum) /* HERE */
        for (int i = 0; i < 4; i++)
            sum += burn(2);
#endif
    return sum > 40000;
}
