/* A long task and a short one are waited for, again and again, though all could run at the same time. */
#include "burn.h"

int main(void)
{
    unsigned sums[200] = {0};
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 100; i++) {
#pragma omp task
        sums[2 * i] = burn(800);
#pragma omp task
        sums[2 * i + 1] = burn(100);
#if !MENDED
#pragma omp taskwait /* HERE */
#endif
    }
    return sums[0] > 1;
}
