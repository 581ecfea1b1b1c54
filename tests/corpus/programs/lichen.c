/* A matrix product, by quarters. */
#include "shared.h"

#include <cilk/cilk.h>

enum { SIZE = 1024, LEAF = 64 };
static uint32_t a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

static void small(int i0, int j0, int k0)
{
    for (int i = i0; i < i0 + LEAF; i++)
        for (int k = k0; k < k0 + LEAF; k++)
            for (int j = j0; j < j0 + LEAF; j++)
                c[i][j] += a[i][k] * b[k][j];
}

static void multiply(int i, int j, int k, int n)
{
    if (n == LEAF) {
        small(i, j, k);
        return;
    }
    n /= 2;
    for (int half = 0; half < 2; half++, k += n) {
        cilk_spawn multiply(i, j, k, n);
        cilk_spawn multiply(i, j + n, k, n);
        cilk_spawn multiply(i + n, j, k, n);
        multiply(i + n, j + n, k, n);
        cilk_sync;
    }
}

int main(int argc, char **argv)
{
    cilk_for (uint32_t i = 0; i < SIZE; i++)
        for (uint32_t j = 0; j < SIZE; j++) {
            a[i][j] = i * 17 + j * j;
            b[i][j] = i * j + 5;
        }
    long times = scaled(argc, argv, 2);
    for (long t = 0; t < times; t++)
        multiply(0, 0, 0, SIZE);
    uint64_t sum = 0;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j += 64)
            sum = sum * 31 + c[i][j];
    return print_sum(sum);
}
