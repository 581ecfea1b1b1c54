/* All that an iteration does is in a critical section, of which only the sum needs it. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
#if MENDED
        unsigned mine = burn(80);
#pragma omp critical
        sum += mine;
#else
#pragma omp critical /* HERE */
        sum += burn(80);
#endif
    }
    return sum > 1000;
}
