/* Heat in a plate: each cell goes towards the mean of its neighbours. */
#include "shared.h"

#include <cilk/cilk.h>

enum { SIZE = 384 };
static int plate[2][SIZE][SIZE];

static inline int cell(int from[SIZE][SIZE], int i, int j)
{
    int mean = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) / 4;
    int rate = (mean * 7 + from[i][j] * 3) % 1021;
    return (mean * rate + from[i][j] * (1021 - rate)) / 1021 % 4096;
}

static void relax(int from[SIZE][SIZE], int to[SIZE][SIZE])
{
#ifdef REPAIRED
    cilk_for (int i = 1; i < SIZE - 1; i++)
        for (int j = 1; j < SIZE - 1; j++)
            to[i][j] = cell(from, i, j);
#else
    for (int i = 1; i < SIZE - 1; i++)
        cilk_for (int j = 1; j < SIZE - 1; j++)
            to[i][j] = cell(from, i, j);
#endif
}

int main(int argc, char **argv)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            plate[0][i][j] = plate[1][i][j] = (i * 37 + j * 11) % 4096;
    long steps = scaled(argc, argv, 400);
    for (long s = 0; s < steps; s++)
        relax(plate[s % 2], plate[(s + 1) % 2]);
    uint64_t sum = 0;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            sum = sum * 31 + (uint64_t)plate[steps % 2][i][j];
    return print_sum(sum);
}
