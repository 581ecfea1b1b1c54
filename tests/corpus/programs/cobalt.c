/* A matrix product, by blocks of rows. */
#include "shared.h"

enum { SIZE = 512 };
static uint32_t a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

static void multiply(void)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < SIZE; i++)
        for (int k = 0; k < SIZE; k++)
            for (int j = 0; j < SIZE; j++)
                c[i][j] += a[i][k] * b[k][j];
}

int main(int argc, char **argv)
{
    for (uint32_t i = 0; i < SIZE; i++)
        for (uint32_t j = 0; j < SIZE; j++) {
            a[i][j] = i * 17 + j * j;
            b[i][j] = i * j + 5;
        }
    long times = scaled(argc, argv, 26);
    for (long t = 0; t < times; t++)
        multiply();
    uint64_t sum = 0;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j += 64)
            sum = sum * 31 + c[i][j];
    return print_sum(sum);
}
