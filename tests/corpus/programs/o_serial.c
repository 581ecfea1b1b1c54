/* What is read is made by one thread, and used by all. */
#include "burn.h"

enum { N = 400 };
static unsigned values[N];

__attribute__((noinline)) static void make(void)
{
#if MENDED
#pragma omp parallel for
#endif
    for (int i = 0; i < N; i++)
        values[i] = burn(200); /* HERE */
}

int main(void)
{
    unsigned sum = 0;
    make();
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += values[i] + burn(200);
    return sum > 2 * N;
}
