/* Reductions: of one's own, of arrays and sections of them, scan. */
#include "suite.h"

struct range {
    int low, high;
};

static void widen(struct range *r, int low, int high)
{
    if (low < r->low)
        r->low = low;
    if (high > r->high)
        r->high = high;
}
static void empty(struct range *r)
{
    r->low = 1 << 30;
    r->high = -(1 << 30);
}
#pragma omp declare reduction(both                                        \
                              : struct range                              \
                              : widen(&omp_out, omp_in.low, omp_in.high)) \
    initializer(empty(&omp_priv))
#pragma omp declare reduction(xor3:int : omp_out ^= omp_in * 3) initializer(omp_priv = 0)

int main(void)
{
    int n = omp_get_max_threads(), sum[20] = {0}, x = 0;
    struct range r = {5, 5};
    printf("%d threads\n", n);
#pragma omp parallel for reduction(both : r)
    for (int i = -30; i < 100; i++)
        widen(&r, i, i);
    same(r.low, -30);
    same(r.high, 99);
#pragma omp parallel for reduction(both : r) schedule(dynamic)
    for (int i = 0; i < 500; i++)
        widen(&r, -i, 2 * i);
    same(r.low, -499);
    same(r.high, 998);
#pragma omp parallel num_threads(1) reduction(xor3 : x)
    x ^= 5;
    same(x, 15);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1000; i++)
        sum[i % 20] += i;
    for (int i = 0; i < 20; i++)
        same(sum[i], 24500 + 50 * i);
    long *heap = (long *)calloc(3000, sizeof *heap);
    int from = 100, length = 2000;
#pragma omp parallel for reduction(+ : heap [from:length]) schedule(dynamic, 50)
    for (int i = 0; i < 4000; i++)
        heap[from + i % length] += i;
    for (int i = 0; i < length; i++)
        same(heap[from + i], 2 * i + length);
    same(heap[99] + heap[2100], 0);
    double matrix[3][4] = {{0}};
#pragma omp parallel reduction(+ : matrix)
    {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++)
                matrix[i][j] += i + j;
    }
    holds(matrix[2][3] == 5.0 * n);
    int parts = 0, twice = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : parts) nowait
        for (int i = 0; i < 100; i++)
            parts += i;
#pragma omp for reduction(+ : twice)
        for (int i = 0; i < 100; i++)
            twice += 2;
#pragma omp barrier
        same(parts, 4950);
        same(twice, 200);
    }
    free(heap);
    return finish();
}
