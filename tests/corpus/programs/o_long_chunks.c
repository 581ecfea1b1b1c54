/* Handed out as threads come, but so many at a time that the last chunk is waited for. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#if MENDED
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 4)
#else
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 160) /* HERE */
#endif
    for (int i = 0; i < 480; i++)
        sum += burn(200);
    return sum > 480;
}
