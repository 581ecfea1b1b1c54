/*
 * Heat in a plate, by Jacobi's method: two loops that could be parallel, and one that is not.
 *
 *     stencil [SIZE [STEPS]]        default 600 x 600, 40 steps
 *
 * Truth. The rows of a step are independent, so each is a task. After each step the residual is summed up
 * serially, on every eighth row: that part is what limits the speedup.
 */
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>

static void step(double *to, const double *from, size_t n)
{
    PAR_SEC_BEGIN("rows");
    for (size_t i = 1; i < n - 1; i++) {
        PAR_TASK_BEGIN("row");
        for (size_t j = 1; j < n - 1; j++)
            to[i * n + j] = 0.25 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] +
                                    from[i * n + j - 1] + from[i * n + j + 1]);
        PAR_TASK_END();
    }
    PAR_SEC_END();
}

static double residual(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i += 8)
        for (size_t j = 0; j < n; j++)
            sum += (a[i * n + j] - b[i * n + j]) * (a[i * n + j] - b[i * n + j]);
    return sum;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 600;
    int steps = argc > 2 ? atoi(argv[2]) : 40;
    if (n < 3 || n > 20000)
        return 2;
    double *a = calloc(n * n, sizeof *a), *b = calloc(n * n, sizeof *b), left = 0;
    if (!a || !b)
        return 1;
    for (size_t j = 0; j < n; j++)
        a[j] = b[j] = 100;
    for (int i = 0; i < steps; i++) {
        step(b, a, n);
        left = residual(a, b, n);
        double *swap = a;
        a = b;
        b = swap;
    }
    printf("residual %.3f after %d steps\n", left, steps);
    free(a);
    free(b);
    return 0;
}
