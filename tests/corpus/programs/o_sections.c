/* Three sections, of which one takes as long as the others together, three times over. */
#include "burn.h"

static unsigned part(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += burn(200);
    return sum;
}

int main(void)
{
    unsigned sum = 0;
#if MENDED
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
    for (int i = 0; i < 40; i++)
        sum += part(10);
#else
#pragma omp parallel sections reduction(+ : sum) /* HERE */
    {
        sum += part(300);
#pragma omp section
        sum += part(50);
#pragma omp section
        sum += part(50);
    }
#endif
    return sum > 400;
}
