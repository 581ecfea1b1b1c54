/* What the dense matrix programs share: filling a matrix, and checking C = A B without a second
 * multiplication. Matrices are row-major. */
#ifndef BENCH_MATRIX_H
#define BENCH_MATRIX_H

#include "bench.h"
#include <math.h>

/* Small integers: sums of products are exact in any order. */
static inline void matrix_fill(double *m, size_t rows, size_t columns, uint64_t seed)
{
    cilk_for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            m[i * columns + j] = (double)(bench_hash(seed + i * columns + j) % 9) - 4;
}

static inline void matrix_clear(double *m, size_t rows, size_t columns)
{
    cilk_for (size_t i = 0; i < rows; i++)
        memset(m + i * columns, 0, columns * sizeof(*m));
}

/* y = M x */
static inline void matrix_apply(double *y, const double *m, const double *x, size_t rows,
                                size_t columns)
{
    cilk_for (size_t i = 0; i < rows; i++) {
        double sum = 0;
        for (size_t j = 0; j < columns; j++)
            sum += m[i * columns + j] * x[j];
        y[i] = sum;
    }
}

/* Whether C (n by m) is A (n by k) times B (k by m): C x = A (B x) for a vector x. */
static inline bool matrix_is_product(const double *c, const double *a, const double *b, size_t n,
                                     size_t k, size_t m)
{
    double *x = bench_alloc(m, sizeof(*x)), *bx = bench_alloc(k, sizeof(*x));
    double *abx = bench_alloc(n, sizeof(*x)), *cx = bench_alloc(n, sizeof(*x));
    for (size_t j = 0; j < m; j++)
        x[j] = (double)(bench_hash(j) % 7) + 1;
    matrix_apply(bx, b, x, k, m);
    matrix_apply(abx, a, bx, n, k);
    matrix_apply(cx, c, x, n, m);
    bool same = true;
    for (size_t i = 0; i < n; i++)
        same &= fabs(abx[i] - cx[i]) <= 1e-6 * (1 + fabs(abx[i]));
    free(x);
    free(bx);
    free(abx);
    free(cx);
    return same;
}

#endif
