/* Waves on a drum: many steps of a large stencil. */
#include "shared.h"

enum { SIZE = 1000 };
static int now[SIZE][SIZE], next[SIZE][SIZE], before[SIZE][SIZE];

static void step(int to[SIZE][SIZE], int from[SIZE][SIZE], int past[SIZE][SIZE])
{
#pragma omp parallel for schedule(static)
    for (int i = 1; i < SIZE - 1; i++)
        for (int j = 1; j < SIZE - 1; j++) {
            int around = from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1];
            int bend = (around - 4 * from[i][j]) * 3 / 17;
            to[i][j] = (2 * from[i][j] - past[i][j] + bend) % 30011 * 255 / 256 % 29989;
        }
}

int main(int argc, char **argv)
{
    for (int i = 150; i < 200; i++)
        for (int j = 90; j < 130; j++)
            now[i][j] = before[i][j] = 9000 + i * j % 1000;
    int(*turn[3])[SIZE] = {before, now, next};
    long steps = scaled(argc, argv, 120);
    for (long s = 0; s < steps; s++)
        step(turn[(s + 2) % 3], turn[(s + 1) % 3], turn[s % 3]);
    uint64_t sum = 0;
    for (int i = 0; i < SIZE; i += 16)
        for (int j = 0; j < SIZE; j++)
            sum = sum * 31 + (uint64_t)turn[(steps + 1) % 3][i][j];
    return print_sum(sum);
}
