/* Multiplies matrices, block by block. */
#include "shared.h"

enum { SIZE = 1024, BLOCK = 64 };
static uint64_t a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

static void multiply(long i, long j, long k)
{
    for (long x = i; x < i + BLOCK; x++)
        for (long z = k; z < k + BLOCK; z++)
            for (long y = j; y < j + BLOCK; y++)
                c[x][y] += a[x][z] * b[z][y];
}

int main(int argc, char **argv)
{
    long last = scaled(argc, argv, SIZE / BLOCK) * BLOCK;
#pragma omp parallel for
    for (long i = 0; i < SIZE; i++)
        for (long j = 0; j < SIZE; j++) {
            a[i][j] = (uint64_t)(i * j);
            b[i][j] = (uint64_t)(i ^ j);
        }
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (long i = 0; i < SIZE; i += BLOCK)
        for (long j = 0; j < SIZE; j += BLOCK)
            for (long k = 0; k < last; k += BLOCK)
                multiply(i, j, k);
    uint64_t sum = 0;
    for (long i = 0; i < SIZE; i++)
        sum = sum * 31 + c[i][i];
    return print_sum(sum);
}
