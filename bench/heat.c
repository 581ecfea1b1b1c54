/*
 * Heat diffusion on a rectangle, explicit time steps over two grids.
 *
 * The start is the product of two sine half-waves, which the five-point stencil only scales: after
 * t steps it is decay^t times the start, at every point.
 */
#include "bench.h"
#include <math.h>

enum { ROWS = 512, COLUMNS = 4096, STRIP = 16 };

#define RATE_X 0.2
#define RATE_Y 0.15

typedef double grid[ROWS][COLUMNS];

/* One row of the interior. */
void step_row(double *restrict to, const double *above, const double *row, const double *below)
{
    for (size_t j = 1; j + 1 < COLUMNS; j++)
        to[j] = row[j] + RATE_X * (above[j] - 2 * row[j] + below[j]) +
                RATE_Y * (row[j - 1] - 2 * row[j] + row[j + 1]);
}

void step_strip(double (*to)[COLUMNS], const double (*from)[COLUMNS], size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        step_row(to[i], from[i - 1], from[i], from[i + 1]);
}

void step(double (*to)[COLUMNS], const double (*from)[COLUMNS])
{
#pragma cilk grainsize 1
    cilk_for (size_t first = 1; first < ROWS - 1; first += STRIP) {
        size_t last = first + STRIP < ROWS - 1 ? first + STRIP : ROWS - 1;
        step_strip(to, from, first, last);
    }
}

static double row_wave[ROWS], column_wave[COLUMNS];

/* A sine half-wave over n points, zero at both ends. */
static void make_wave(double *wave, size_t n)
{
    for (size_t i = 0; i < n; i++)
        wave[i] = i + 1 < n ? sin(M_PI * (double)i / (double)(n - 1)) : 0;
}

static double start_at(size_t i, size_t j)
{
    return row_wave[i] * column_wave[j];
}

static void fill(double (*u)[COLUMNS], double (*v)[COLUMNS])
{
    make_wave(row_wave, ROWS);
    make_wave(column_wave, COLUMNS);
    cilk_for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < COLUMNS; j++)
            u[i][j] = v[i][j] = start_at(i, j);
}

static bool is_decayed(double (*u)[COLUMNS], long steps)
{
    double per_step = 1 - 2 * RATE_X * (1 - cos(M_PI / (ROWS - 1))) -
                      2 * RATE_Y * (1 - cos(M_PI / (COLUMNS - 1)));
    double decay = pow(per_step, (double)steps);
    double worst = 0;
    for (size_t i = 0; i < ROWS; i += 37)
        for (size_t j = 0; j < COLUMNS; j++)
            worst = fmax(worst, fabs(u[i][j] - decay * start_at(i, j)));
    return worst < 1e-9 && u[ROWS / 2][COLUMNS / 2] > 0;
}

int main(int argc, char **argv)
{
    long steps = bench_size(argc, argv, 500, 1, 100000);
    double(*u)[COLUMNS] = bench_alloc(1, sizeof(grid));
    double(*v)[COLUMNS] = bench_alloc(1, sizeof(grid));
    fill(u, v);
    bench_start();
    for (long t = 0; t < steps; t++) {
        step(v, (const double(*)[COLUMNS])u);
        double(*swap)[COLUMNS] = u;
        u = v;
        v = swap;
    }
    bench_stop();
    bool right = is_decayed(u, steps);
    return bench_finish(right);
}
