/* Smooths the planes of a volume. */
#include "shared.h"

enum { PLANES = 6, ROWS = 192, COLUMNS = 192 };
static int volume[2][PLANES][ROWS][COLUMNS];

static void sweep(int from[PLANES][ROWS][COLUMNS], int to[PLANES][ROWS][COLUMNS])
{
#ifdef REPAIRED
#pragma omp parallel for collapse(2)
#else
#pragma omp parallel for
#endif
    for (int p = 0; p < PLANES; p++)
        for (int i = 1; i < ROWS - 1; i++)
            for (int j = 1; j < COLUMNS - 1; j++) {
                int around =
                    from[p][i - 1][j] + from[p][i + 1][j] + from[p][i][j - 1] + from[p][i][j + 1];
                to[p][i][j] = (around * 5 + from[p][i][j] * 11) % 4093;
            }
}

int main(int argc, char **argv)
{
    for (int p = 0; p < PLANES; p++)
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                volume[0][p][i][j] = volume[1][p][i][j] = (p * 101 + i * 37 + j * 11) % 4093;
    long sweeps = scaled(argc, argv, 900);
    for (long s = 0; s < sweeps; s++)
        sweep(volume[s % 2], volume[(s + 1) % 2]);
    uint64_t sum = 0;
    for (int p = 0; p < PLANES; p++)
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                sum = sum * 31 + (uint64_t)volume[sweeps % 2][p][i][j];
    return print_sum(sum);
}
