/* Square matrix multiplication by divide and conquer: eight products in two groups of four. */
#include "matrix.h"

enum { BASE_CASE = 32 };

/* C += A B for n by n parts of matrices with rows `stride` apart. */
void multiply_base(double *restrict c, const double *a, const double *b, size_t n, size_t stride)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            double factor = a[i * stride + k];
            for (size_t j = 0; j < n; j++)
                c[i * stride + j] += factor * b[k * stride + j];
        }
}

void mm(double *c, const double *a, const double *b, size_t n, size_t stride)
{
    if (n <= BASE_CASE) {
        multiply_base(c, a, b, n, stride);
        return;
    }
    size_t h = n / 2, right = h, down = h * stride, both = down + right;
    cilk_spawn mm(c, a, b, h, stride);
    cilk_spawn mm(c + right, a, b + right, h, stride);
    cilk_spawn mm(c + down, a + down, b, h, stride);
    mm(c + both, a + down, b + right, h, stride);
    cilk_sync;
    cilk_spawn mm(c, a + right, b + down, h, stride);
    cilk_spawn mm(c + right, a + right, b + both, h, stride);
    cilk_spawn mm(c + down, a + both, b + down, h, stride);
    mm(c + both, a + both, b + both, h, stride);
    cilk_sync;
}

int main(int argc, char **argv)
{
    size_t n = BASE_CASE, least = (size_t)bench_size(argc, argv, 1024, 1, 8192);
    while (n < least)
        n *= 2;
    double *a = bench_alloc(n * n, sizeof(*a)), *b = bench_alloc(n * n, sizeof(*b));
    double *c = bench_alloc(n * n, sizeof(*c));
    matrix_fill(a, n, n, 1);
    matrix_fill(b, n, n, 2);
    matrix_clear(c, n, n);
    bench_start();
    mm(c, a, b, n, n);
    bench_stop();
    bool right = matrix_is_product(c, a, b, n, n, n);
    return bench_finish(right);
}
