/* A triangular loop in static shares: dynamic ones are equal. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#if MENDED
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
#else
#pragma omp parallel for reduction(+ : sum) schedule(static) /* HERE */
#endif
    for (unsigned i = 0; i < 400; i++)
        sum += burn(2 * i);
    return sum > 400;
}
