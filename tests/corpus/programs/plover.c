/* A row of cells that live by their neighbours, generation by generation. */
#include "shared.h"

#include <string.h>

enum { CELLS = 8192, BLOCK = 512, AHEAD = 32 };
static uint32_t rows[2][CELLS];

static inline uint32_t cell(uint32_t left, uint32_t it, uint32_t right)
{
    return (left ^ it >> 3) * 2246822519u + (it ^ right) % 1009;
}

static void evolve(long generations)
{
#ifdef REPAIRED
    /* So many generations at once, with those beside a block that they depend on. */
#pragma omp parallel
    for (long g = 0; g < generations; g += AHEAD) {
        long ahead = generations - g < AHEAD ? generations - g : AHEAD;
#pragma omp for
        for (int b = 0; b < CELLS; b += BLOCK) {
            uint32_t own[2][BLOCK + 2 * AHEAD];
            for (int i = 0; i < BLOCK + 2 * AHEAD; i++)
                own[0][i] = rows[g / AHEAD % 2][(b - AHEAD + i + CELLS) % CELLS];
            for (long s = 0; s < ahead; s++)
                for (long i = s + 1; i < BLOCK + 2 * AHEAD - s - 1; i++)
                    own[(s + 1) % 2][i] = cell(own[s % 2][i - 1], own[s % 2][i], own[s % 2][i + 1]);
            memcpy(&rows[(g / AHEAD + 1) % 2][b], &own[ahead % 2][AHEAD], sizeof(**rows) * BLOCK);
        }
    }
    if ((generations + AHEAD - 1) / AHEAD % 2 != generations % 2)
        memcpy(rows[generations % 2], rows[(generations + 1) % 2], sizeof(*rows));
#else
#pragma omp parallel
    for (long g = 0; g < generations; g++) {
        const uint32_t *from = rows[g % 2];
        uint32_t *to = rows[(g + 1) % 2];
#pragma omp for
        for (int i = 0; i < CELLS; i++)
            to[i] = cell(from[i ? i - 1 : CELLS - 1], from[i], from[i + 1 < CELLS ? i + 1 : 0]);
    }
#endif
}

int main(int argc, char **argv)
{
    for (uint32_t i = 0; i < CELLS; i++)
        rows[0][i] = i * 2654435761u;
    long generations = scaled(argc, argv, 24000);
    evolve(generations);
    uint64_t sum = 0;
    for (int i = 0; i < CELLS; i++)
        sum = sum * 31 + rows[generations % 2][i];
    return print_sum(sum);
}
