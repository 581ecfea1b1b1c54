/* Three rows for the threads, and a loop of 200 in each: collapse(2) has 600 to hand out. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#if MENDED
#pragma omp parallel for collapse(2) reduction(+ : sum) schedule(dynamic)
#else
#pragma omp parallel for reduction(+ : sum) schedule(dynamic) /* HERE */
#endif
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 200; i++)
            sum += burn(150);
    return sum > 600;
}
