/*
 * All pairs of points, each once: a loop whose iterations become shorter and shorter.
 *
 *     triangular [POINTS]           default 3000
 *
 * Truth. Iteration i has POINTS - i pairs. Dealt out in equal halves to two threads, the first half has three
 * quarters of the work: a speedup of 1.33, and guided begins with that half too. Dealt out one by one it is close to 2.
 */
#include <math.h>
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>

static double nearest(const double *x, const double *y, size_t n)
{
    double best = INFINITY;
    PAR_SEC_BEGIN("points");
    for (size_t i = 0; i < n; i++) {
        PAR_TASK_BEGIN("point");
        for (size_t j = i + 1; j < n; j++) {
            double dx = x[i] - x[j], dy = y[i] - y[j], d = dx * dx + dy * dy;
            best = d < best ? d : best;
        }
        PAR_TASK_END();
    }
    PAR_SEC_END();
    return sqrt(best);
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 3000;
    double *x = malloc((n + 1) * sizeof *x), *y = malloc((n + 1) * sizeof *y);
    if (!x || !y)
        return 1;
    srand(1);
    for (size_t i = 0; i < n; i++) {
        x[i] = rand() / (double)RAND_MAX;
        y[i] = rand() / (double)RAND_MAX;
    }
    printf("the nearest two of %zu points are %.7f apart\n", n, nearest(x, y, n));
    free(x);
    free(y);
    return 0;
}
