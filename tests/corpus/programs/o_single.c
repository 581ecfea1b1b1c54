/* A single inside a region does what all threads could. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
#if MENDED
#pragma omp for
#else
#pragma omp single /* HERE */
#endif
        for (int i = 0; i < 200; i++)
            sum += burn(200);
#pragma omp for
        for (int i = 0; i < 400; i++)
            sum += burn(200);
    }
    return sum > 600;
}
