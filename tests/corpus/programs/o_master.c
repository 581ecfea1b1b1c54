/* The first thread does by itself what the others wait for at the barrier. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
#if MENDED
#pragma omp for
        for (int i = 0; i < 200; i++)
            sum += burn(200);
#else
#pragma omp master
        for (int i = 0; i < 200; i++)
            sum += burn(200);
#pragma omp barrier /* HERE */
#endif
#pragma omp for
        for (int i = 0; i < 400; i++)
            sum += burn(200);
    }
    return sum > 600;
}
