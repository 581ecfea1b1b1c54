/*
 * Matrix multiplication C += A B by divide and conquer.
 *
 *     mm [N]                default 512; a power of two, at least 128
 *
 * Truth. Work O(n^3); the span follows S(n) = 2 S(n/2) + O(1) from two groups of four products, so
 * O(n) times a base case: with N = 512 and a base case of 64 the parallelism is at most
 * (512/64)^2 = 64. All arithmetic is done in base(), which the outermost mm() never calls itself:
 * its call site has top-caller count 0 and more than 90% of the local work.
 */
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>

enum { BASE_CASE = 64 };

/* Left to the end of the process: to unmap them in main() would be on the critical path. */
double *matrices;

/* C += A B, all n by n, parts of matrices whose rows are `stride` apart. */
void base(double *c, const double *a, const double *b, size_t n, size_t stride)
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
        base(c, a, b, n, stride);
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

/* Small integers: every sum is exact, in whatever order it is added up. */
static void fill(double *m, size_t n, size_t seed)
{
    cilk_for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            m[i * n + j] = (double)((i * 7 + j * 13 + seed) % 11) - 5;
}

static double row_times_vector(const double *row, const double *x, size_t n)
{
    double sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += row[j] * x[j];
    return sum;
}

/* Rows in which C x differs from A (B x), for a vector x: an error in any element of C shows, in
 * O(n^2). In parallel, or it would be on the critical path. */
static size_t wrong_rows(const double *c, const double *a, const double *b, size_t n)
{
    double *x = malloc(3 * n * sizeof(*x)), *bx = x + n, *difference = x + 2 * n;
    size_t wrong = 0;
    if (!x)
        return n;
    for (size_t i = 0; i < n; i++)
        x[i] = (double)(i % 17 + 1);
    cilk_for (size_t i = 0; i < n; i++)
        bx[i] = row_times_vector(b + i * n, x, n);
    cilk_for (size_t i = 0; i < n; i++)
        difference[i] = row_times_vector(a + i * n, bx, n) - row_times_vector(c + i * n, x, n);
    for (size_t i = 0; i < n; i++)
        wrong += difference[i] != 0;
    free(x);
    return wrong;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 512;
    if (n < 2 * BASE_CASE || n > 16384 || (n & (n - 1))) {
        fprintf(stderr, "usage: mm [N], N a power of two from %d to 16384\n", 2 * BASE_CASE);
        return 2;
    }
    double *m = matrices = calloc(3 * n * n, sizeof(*m));
    if (!m) {
        fprintf(stderr, "mm: not enough memory for three %zu by %zu matrices\n", n, n);
        return 1;
    }
    double *a = m, *b = m + n * n, *c = m + 2 * n * n;
    fill(a, n, 1);
    fill(b, n, 2);
    mm(c, a, b, n, n);
    int right = wrong_rows(c, a, b, n) == 0;
    printf("%zu by %zu product %s\n", n, n, right ? "right" : "WRONG");
    return !right;
}
