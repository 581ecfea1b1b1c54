/* Vectors that are added to each other, again and again. */
#include "shared.h"

enum { LENGTH = 8 << 20, BLOCK = 2048 };
static double *x, *y, *z;

static inline void block(double *restrict to, const double *restrict a, const double *restrict b)
{
    for (long i = 0; i < BLOCK; i++)
        to[i] = to[i] * 0.5 + a[i] + b[i];
}

static void add(long times)
{
#ifdef REPAIRED
#pragma omp parallel for
    for (long b = 0; b < LENGTH; b += BLOCK)
        for (long t = 0; t < times; t++)
            block(z + b, x + b, y + b);
#else
    for (long t = 0; t < times; t++) {
#pragma omp parallel for
        for (long b = 0; b < LENGTH; b += BLOCK)
            block(z + b, x + b, y + b);
    }
#endif
}

int main(int argc, char **argv)
{
    x = malloc(LENGTH * sizeof(double));
    y = malloc(LENGTH * sizeof(double));
    z = malloc(LENGTH * sizeof(double));
#pragma omp parallel for
    for (long i = 0; i < LENGTH; i++) {
        x[i] = (double)(i % 1024);
        y[i] = (double)(i % 512);
        z[i] = 0;
    }
    add(scaled(argc, argv, 44));
    double sum = 0;
    for (long i = 0; i < LENGTH; i += 997)
        sum += z[i];
    return print_sum((uint64_t)sum);
}
