/*
 * LU decomposition without pivoting, recursive in blocks: factor the first quarter, solve for the
 * two beside it in parallel, subtract their product from the fourth and go on there.
 */
#include "matrix.h"

enum { BLOCK = 16 };

static size_t stride;

/* A = L U in place, n by n, n <= BLOCK. */
void factor_block(double *a, size_t n)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++) {
            double factor = a[i * stride + k] /= a[k * stride + k];
            for (size_t j = k + 1; j < n; j++)
                a[i * stride + j] -= factor * a[k * stride + j];
        }
}

/* B = L^-1 B, L unit lower triangular. */
void solve_lower_block(double *restrict b, const double *l, size_t n)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = 0; j < n; j++)
                b[i * stride + j] -= l[i * stride + k] * b[k * stride + j];
}

/* B = B U^-1 */
void solve_upper_block(double *restrict b, const double *u, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            double factor = b[i * stride + k] /= u[k * stride + k];
            for (size_t j = k + 1; j < n; j++)
                b[i * stride + j] -= factor * u[k * stride + j];
        }
}

/* C -= A B */
void subtract_product_block(double *restrict c, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            double factor = a[i * stride + k];
            for (size_t j = 0; j < n; j++)
                c[i * stride + j] -= factor * b[k * stride + j];
        }
}

void subtract_product(double *c, const double *a, const double *b, size_t n)
{
    if (n <= BLOCK) {
        subtract_product_block(c, a, b, n);
        return;
    }
    size_t h = n / 2, right = h, down = h * stride, both = down + right;
    cilk_spawn subtract_product(c, a, b, h);
    cilk_spawn subtract_product(c + right, a, b + right, h);
    cilk_spawn subtract_product(c + down, a + down, b, h);
    subtract_product(c + both, a + down, b + right, h);
    cilk_sync;
    cilk_spawn subtract_product(c, a + right, b + down, h);
    cilk_spawn subtract_product(c + right, a + right, b + both, h);
    cilk_spawn subtract_product(c + down, a + both, b + down, h);
    subtract_product(c + both, a + both, b + both, h);
    cilk_sync;
}

void solve_lower(double *b, const double *l, size_t n);

/* One half of the columns of B. */
void solve_lower_half(double *b, const double *l, size_t h)
{
    size_t down = h * stride;
    solve_lower(b, l, h);
    subtract_product(b + down, l + down, b, h);
    solve_lower(b + down, l + down + h, h);
}

void solve_lower(double *b, const double *l, size_t n)
{
    if (n <= BLOCK) {
        solve_lower_block(b, l, n);
        return;
    }
    cilk_spawn solve_lower_half(b, l, n / 2);
    solve_lower_half(b + n / 2, l, n / 2);
    cilk_sync;
}

void solve_upper(double *b, const double *u, size_t n);

/* One half of the rows of B. */
void solve_upper_half(double *b, const double *u, size_t h)
{
    solve_upper(b, u, h);
    subtract_product(b + h, b, u + h, h);
    solve_upper(b + h, u + h * stride + h, h);
}

void solve_upper(double *b, const double *u, size_t n)
{
    if (n <= BLOCK) {
        solve_upper_block(b, u, n);
        return;
    }
    cilk_spawn solve_upper_half(b, u, n / 2);
    solve_upper_half(b + n / 2 * stride, u, n / 2);
    cilk_sync;
}

void lu(double *a, size_t n)
{
    if (n <= BLOCK) {
        factor_block(a, n);
        return;
    }
    size_t h = n / 2, right = h, down = h * stride, both = down + right;
    lu(a, h);
    cilk_spawn solve_lower(a + right, a, h);
    solve_upper(a + down, a, h);
    cilk_sync;
    subtract_product(a + both, a + down, a + right, h);
    lu(a + both, h);
}

/* Strong diagonal: stable without pivoting. */
static void fill(double *a, size_t n)
{
    cilk_for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = bench_fraction(i * n + j) + (i == j ? (double)n : 0);
}

/* Whether L (U x) = A x. */
static bool is_factored(const double *lu_of, const double *a, size_t n)
{
    double *ux = bench_alloc(n, sizeof(*ux)), *ax = bench_alloc(n, sizeof(*ax));
    double *lux = bench_alloc(n, sizeof(*lux));
    cilk_for (size_t i = 0; i < n; i++) {
        ux[i] = 0;
        for (size_t j = i; j < n; j++)
            ux[i] += lu_of[i * n + j] * (double)(j % 5 + 1);
        ax[i] = 0;
        for (size_t j = 0; j < n; j++)
            ax[i] += a[i * n + j] * (double)(j % 5 + 1);
    }
    cilk_for (size_t i = 0; i < n; i++) {
        lux[i] = ux[i];
        for (size_t j = 0; j < i; j++)
            lux[i] += lu_of[i * n + j] * ux[j];
    }
    bool same = true;
    for (size_t i = 0; i < n; i++)
        same &= fabs(lux[i] - ax[i]) <= 1e-9 * fabs(ax[i]);
    free(ux);
    free(ax);
    free(lux);
    return same;
}

int main(int argc, char **argv)
{
    size_t n = BLOCK, least = (size_t)bench_size(argc, argv, 2048, 1, 8192);
    while (n < least)
        n *= 2;
    stride = n;
    double *a = bench_alloc(n * n, sizeof(*a)), *original = bench_alloc(n * n, sizeof(*a));
    fill(a, n);
    fill(original, n);
    bench_start();
    lu(a, n);
    bench_stop();
    bool right = is_factored(a, original, n);
    return bench_finish(right);
}
