/* A triad over far more memory than caches hold: what one thread takes of the memory's bandwidth the
 * others do not have, and that is not simulated. */
#include "work.h"

int main(int argc, char **argv)
{
    long n = 20000000, times = size_of(argc, argv, 10);
    double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b),
           *c = malloc((size_t)n * sizeof *c);
    if (!a || !b || !c)
        return 1;
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
        a[i] = 0;
        b[i] = (double)i;
        c[i] = 1;
    }
    for (long t = 0; t < times; t++) {
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            a[i] = b[i] + 3 * c[i];
    }
    return tell((uint64_t)a[n / 2]);
}
