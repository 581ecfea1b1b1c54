/*
 * The fast Fourier transform, recursively: a section with two tasks in each step, and a loop to combine them.
 *
 *     fft [LOGARITHM]               default 16: 65536 points
 *
 * Truth. The two halves are independent; combining them is a loop, cut into blocks of 1024. Below 4096
 * points nothing is annotated: tasks so small are not worth it.
 */
#include <complex.h>
#include <math.h>
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>

enum { ALONE = 4096, BLOCK = 1024 };

static void combine(double complex *to, size_t half, size_t from, size_t end)
{
    for (size_t k = from; k < end; k++) {
        double angle = -acos(-1) * (double)k / (double)half;
        double complex t = (cos(angle) + sin(angle) * I) * to[k + half];
        to[k + half] = to[k] - t;
        to[k] += t;
    }
}

static void combine_all(double complex *to, size_t half)
{
    if (2 * half <= ALONE) {
        combine(to, half, 0, half);
        return;
    }
    PAR_SEC_BEGIN("combine");
    for (size_t k = 0; k < half; k += BLOCK) {
        PAR_TASK_BEGIN("block");
        combine(to, half, k, k + BLOCK);
        PAR_TASK_END();
    }
    PAR_SEC_END();
}

static void transform(double complex *to, const double complex *from, size_t n, size_t stride)
{
    size_t half = n / 2;
    if (n == 1) {
        to[0] = from[0];
        return;
    }
    if (n <= ALONE) {
        transform(to, from, half, 2 * stride);
        transform(to + half, from + stride, half, 2 * stride);
    } else {
        PAR_SEC_BEGIN("halves");
        PAR_TASK_BEGIN("even");
        transform(to, from, half, 2 * stride);
        PAR_TASK_END();
        PAR_TASK_BEGIN("odd");
        transform(to + half, from + stride, half, 2 * stride);
        PAR_TASK_END();
        PAR_SEC_END();
    }
    combine_all(to, half);
}

int main(int argc, char **argv)
{
    int logarithm = argc > 1 ? atoi(argv[1]) : 16;
    if (logarithm < 1 || logarithm > 26)
        return 2;
    size_t n = (size_t)1 << logarithm;
    double complex *in = malloc(n * sizeof *in), *out = malloc(n * sizeof *out);
    if (!in || !out)
        return 1;
    for (size_t i = 0; i < n; i++)
        in[i] = (double)(i % 7) - 3;
    transform(out, in, n, 1);
    printf("%zu points, of which the first becomes %.1f\n", n, creal(out[0]));
    free(in);
    free(out);
    return 0;
}
