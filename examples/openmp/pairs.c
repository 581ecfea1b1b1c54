/*
 * Distances between all pairs of points, by OpenMP: their mean and a histogram. The loop over pairs is triangular,
 * so that static shares of it are not equal (-DDYNAMIC: threads take eight points at a time), and the histogram
 * is one for all threads.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BINS = 64, BLOCK = 256 };

static long histogram[BINS];

static void fill(double *x, int n)
{
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 40; k++)
            seed = seed * 1664525u + 1013904223u;
        x[i] = seed / 4294967296.0;
    }
}

/* The distances of a point to all before it, a block of them at a time. */
static double add_point(const double *x, const double *y, int i)
{
    double sum = 0;
    for (int from = 0; from < i; from += BLOCK) {
        int bins[BLOCK], n = i - from < BLOCK ? i - from : BLOCK;
        for (int k = 0; k < n; k++) {
            double d = hypot(x[i] - x[from + k], y[i] - y[from + k]);
            bins[k] = (int)(d * BINS / 1.5);
            sum += d;
        }
#pragma omp critical
        for (int k = 0; k < n; k++)
            histogram[bins[k]]++;
    }
    return sum;
}

static double all_pairs(const double *x, const double *y, int n)
{
    double sum = 0;
#ifdef DYNAMIC
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 8)
#else
#pragma omp parallel for reduction(+ : sum)
#endif
    for (int i = 0; i < n; i++)
        sum += add_point(x, y, i);
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000;
    double *x = malloc(sizeof *x * (size_t)n), *y = malloc(sizeof *y * (size_t)n);
    fill(x, n);
    fill(y, n);
    double sum = all_pairs(x, y, n);
    printf("mean distance %.4f, %ld in the first bin\n", sum / ((double)n * (n - 1) / 2),
           histogram[0]);
    free(x);
    free(y);
    return 0;
}
