/* C, OpenMP: the rows of a triangle, shared out equally. */
#include "shared.h"

#include <math.h>

__attribute__((noinline)) static double distances(const double *a, long n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++)
            sum += hypot(a[i] - a[j], a[j]);
    return sum;
}

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 8000);
    double *a = malloc((size_t)n * sizeof(*a));
    for (long i = 0; i < n; i++)
        a[i] = (double)(i % 97);
    double sum = distances(a, n);
    free(a);
    return print_sum((uint64_t)sum);
}
