/* The longest common part of two texts, by diagonals of the table. */
#include "shared.h"

#include <string.h>

enum { LENGTH = 3000, TILE = 250 };
static char a[LENGTH], b[LENGTH];
static short table[LENGTH + 1][LENGTH + 1];

static inline void entry(int i, int j)
{
    short up = table[i - 1][j], left = table[i][j - 1];
    table[i][j] = a[i - 1] == b[j - 1] ? (short)(table[i - 1][j - 1] + 1) : up > left ? up : left;
}

static void compare(void)
{
#ifdef REPAIRED
    enum { TILES = LENGTH / TILE };
#pragma omp parallel
    for (int d = 0; d < 2 * TILES - 1; d++) {
        int first = d < TILES ? 0 : d - TILES + 1, last = d < TILES ? d : TILES - 1;
#pragma omp for schedule(dynamic)
        for (int t = first; t <= last; t++)
            for (int i = t * TILE + 1; i <= (t + 1) * TILE; i++)
                for (int j = (d - t) * TILE + 1; j <= (d - t + 1) * TILE; j++)
                    entry(i, j);
    }
#else
#pragma omp parallel
    for (int d = 2; d <= 2 * LENGTH; d++) {
        int first = d <= LENGTH ? 1 : d - LENGTH, last = d <= LENGTH ? d - 1 : LENGTH;
#pragma omp for
        for (int i = first; i <= last; i++)
            entry(i, d - i);
    }
#endif
}

int main(int argc, char **argv)
{
    uint32_t x = 1;
    for (int i = 0; i < LENGTH; i++) {
        a[i] = (char)((x = x * 1664525 + 1013904223) >> 30);
        b[i] = (char)((x = x * 1664525 + 1013904223) >> 30);
    }
    long times = scaled(argc, argv, 6);
    uint64_t sum = 0;
    for (long t = 0; t < times; t++) {
        b[t % LENGTH] ^= 1;
        compare();
        sum = sum * 31 + (uint64_t)table[LENGTH][LENGTH];
    }
    return print_sum(sum);
}
