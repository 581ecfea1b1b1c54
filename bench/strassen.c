/* Strassen's matrix multiplication: seven products of half the size, in parallel. */
#include "matrix.h"

enum { BASE_CASE = 64 };

/* A square part of a matrix: element (i, j) is at[i * stride + j]. */
struct part {
    double *at;
    size_t stride;
};

static struct part quarter(struct part m, size_t h, int row, int column)
{
    m.at += (size_t)row * h * m.stride + (size_t)column * h;
    return m;
}

/* out = a + sign b */
void combine(double *restrict out, struct part a, struct part b, double sign, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            out[i * n + j] = a.at[i * a.stride + j] + sign * b.at[i * b.stride + j];
}

/* C = A B */
void multiply_base(struct part c, struct part a, struct part b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double *restrict row = c.at + i * c.stride;
        memset(row, 0, n * sizeof(*row));
        for (size_t k = 0; k < n; k++) {
            double factor = a.at[i * a.stride + k];
            for (size_t j = 0; j < n; j++)
                row[j] += factor * b.at[k * b.stride + j];
        }
    }
}

void strassen(struct part c, struct part a, struct part b, size_t n);

/* out = (a1 + sign a2) b, with `sum` as scratch. */
void multiply_left_sum(double *out, double *sum, struct part a1, struct part a2, double sign,
                       struct part b, size_t n)
{
    combine(sum, a1, a2, sign, n);
    strassen((struct part){out, n}, (struct part){sum, n}, b, n);
}

/* out = a (b1 + sign b2) */
void multiply_right_sum(double *out, double *sum, struct part a, struct part b1, struct part b2,
                        double sign, size_t n)
{
    combine(sum, b1, b2, sign, n);
    strassen((struct part){out, n}, a, (struct part){sum, n}, n);
}

/* out = (a1 + signa a2) (b1 + signb b2) */
void multiply_sums(double *out, double *sums, struct part a1, struct part a2, double signa,
                   struct part b1, struct part b2, double signb, size_t n)
{
    combine(sums, a1, a2, signa, n);
    combine(sums + n * n, b1, b2, signb, n);
    strassen((struct part){out, n}, (struct part){sums, n}, (struct part){sums + n * n, n}, n);
}

/* Puts C together from the seven products, a row at a time. */
void assemble(struct part c, double *const p[7], size_t h)
{
    struct part c11 = quarter(c, h, 0, 0), c12 = quarter(c, h, 0, 1);
    struct part c21 = quarter(c, h, 1, 0), c22 = quarter(c, h, 1, 1);
    cilk_for (size_t i = 0; i < h; i++)
        for (size_t j = 0; j < h; j++) {
            size_t at = i * c.stride + j, from = i * h + j;
            c11.at[at] = p[0][from] + p[3][from] - p[4][from] + p[6][from];
            c12.at[at] = p[2][from] + p[4][from];
            c21.at[at] = p[1][from] + p[3][from];
            c22.at[at] = p[0][from] - p[1][from] + p[2][from] + p[5][from];
        }
}

/* C = A B, n by n. */
void strassen(struct part c, struct part a, struct part b, size_t n)
{
    if (n <= BASE_CASE) {
        multiply_base(c, a, b, n);
        return;
    }
    size_t h = n / 2, area = h * h;
    struct part a11 = quarter(a, h, 0, 0), a12 = quarter(a, h, 0, 1);
    struct part a21 = quarter(a, h, 1, 0), a22 = quarter(a, h, 1, 1);
    struct part b11 = quarter(b, h, 0, 0), b12 = quarter(b, h, 0, 1);
    struct part b21 = quarter(b, h, 1, 0), b22 = quarter(b, h, 1, 1);
    double *scratch = bench_alloc(17 * area, sizeof(*scratch)), *sums = scratch + 7 * area;
    double *p[7];
    for (int i = 0; i < 7; i++)
        p[i] = scratch + (size_t)i * area;
    cilk_spawn multiply_sums(p[0], sums, a11, a22, 1, b11, b22, 1, h);
    cilk_spawn multiply_left_sum(p[1], sums + 2 * area, a21, a22, 1, b11, h);
    cilk_spawn multiply_right_sum(p[2], sums + 3 * area, a11, b12, b22, -1, h);
    cilk_spawn multiply_right_sum(p[3], sums + 4 * area, a22, b21, b11, -1, h);
    cilk_spawn multiply_left_sum(p[4], sums + 5 * area, a11, a12, 1, b22, h);
    cilk_spawn multiply_sums(p[5], sums + 6 * area, a21, a11, -1, b11, b12, 1, h);
    multiply_sums(p[6], sums + 8 * area, a12, a22, -1, b21, b22, 1, h);
    cilk_sync;
    assemble(c, p, h);
    free(scratch);
}

int main(int argc, char **argv)
{
    size_t n = BASE_CASE, least = (size_t)bench_size(argc, argv, 2048, 1, 8192);
    while (n < least)
        n *= 2;
    double *a = bench_alloc(n * n, sizeof(*a)), *b = bench_alloc(n * n, sizeof(*b));
    double *c = bench_alloc(n * n, sizeof(*c));
    matrix_fill(a, n, n, 1);
    matrix_fill(b, n, n, 2);
    bench_start();
    strassen((struct part){c, n}, (struct part){a, n}, (struct part){b, n}, n);
    bench_stop();
    bool right = matrix_is_product(c, a, b, n, n, n);
    return bench_finish(right);
}
