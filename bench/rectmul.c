/* Multiplication of rectangular matrices: the longest of the three sides is halved. */
#include "matrix.h"

enum { BASE_CASE = 24 };

struct shape {
    size_t rows, inner, columns; /* of C = A B: rows x columns = (rows x inner) (inner x columns) */
};

struct strides {
    size_t a, b, c;
};

/* Two rows of C at a time: each element of B is loaded once for both. */
void add_two_rows(double *restrict c0, double *restrict c1, const double *a0, const double *a1,
                  const double *b, const struct shape *shape, size_t stride)
{
    for (size_t k = 0; k < shape->inner; k++)
        for (size_t j = 0; j < shape->columns; j++) {
            double v = b[k * stride + j];
            c0[j] += a0[k] * v;
            c1[j] += a1[k] * v;
        }
}

void add_row(double *restrict c, const double *a, const double *b, const struct shape *shape,
             size_t stride)
{
    for (size_t k = 0; k < shape->inner; k++)
        for (size_t j = 0; j < shape->columns; j++)
            c[j] += a[k] * b[k * stride + j];
}

void multiply_block(double *c, const double *a, const double *b, struct shape shape,
                    const struct strides *s)
{
    size_t i = 0;
    for (; i + 1 < shape.rows; i += 2)
        add_two_rows(c + i * s->c, c + (i + 1) * s->c, a + i * s->a, a + (i + 1) * s->a, b, &shape,
                     s->b);
    if (i < shape.rows)
        add_row(c + i * s->c, a + i * s->a, b, &shape, s->b);
}

void rectmul(double *c, const double *a, const double *b, struct shape shape,
             const struct strides *s)
{
    struct shape first = shape, second = shape;
    if (shape.rows <= BASE_CASE && shape.inner <= BASE_CASE && shape.columns <= BASE_CASE) {
        multiply_block(c, a, b, shape, s);
    } else if (shape.rows >= shape.inner && shape.rows >= shape.columns) {
        first.rows = shape.rows / 2;
        second.rows -= first.rows;
        cilk_spawn rectmul(c, a, b, first, s);
        rectmul(c + first.rows * s->c, a + first.rows * s->a, b, second, s);
        cilk_sync;
    } else if (shape.columns >= shape.inner) {
        first.columns = shape.columns / 2;
        second.columns -= first.columns;
        cilk_spawn rectmul(c, a, b, first, s);
        rectmul(c + first.columns, a, b + first.columns, second, s);
        cilk_sync;
    } else {
        /* Both halves add to the same part of C. */
        first.inner = shape.inner / 2;
        second.inner -= first.inner;
        rectmul(c, a, b, first, s);
        rectmul(c, a + first.inner, b + first.inner * s->b, second, s);
    }
}

int main(int argc, char **argv)
{
    size_t n = (size_t)bench_size(argc, argv, 1280, 1, 8192);
    struct shape shape = {n, n + n / 4, n - n / 4};
    struct strides strides = {shape.inner, shape.columns, shape.columns};
    double *a = bench_alloc(shape.rows * shape.inner, sizeof(*a));
    double *b = bench_alloc(shape.inner * shape.columns, sizeof(*b));
    double *c = bench_alloc(shape.rows * shape.columns, sizeof(*c));
    matrix_fill(a, shape.rows, shape.inner, 1);
    matrix_fill(b, shape.inner, shape.columns, 2);
    matrix_clear(c, shape.rows, shape.columns);
    bench_start();
    rectmul(c, a, b, shape, &strides);
    bench_stop();
    bool right = matrix_is_product(c, a, b, shape.rows, shape.inner, shape.columns);
    return bench_finish(right);
}
