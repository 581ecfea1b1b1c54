/* A barrier after every few microseconds, where one at the end would do. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel reduction(+ : sum)
    for (int i = 0; i < 20000; i++) {
        sum += burn(2);
#if !MENDED
#pragma omp barrier /* HERE */
#endif
    }
    return sum > 20000u * 64;
}
