/* Looks for the best of many routes; each thread keeps the best that it has seen, and tells the others now and then. */
#include "shared.h"

enum { TOWNS = 64 };
static uint32_t best = ~0u, distance[TOWNS][TOWNS];

static uint32_t length_of(uint32_t route)
{
    uint32_t at = route % TOWNS, length = 0;
    for (int i = 0; i < 200; i++) {
        route = (route ^ route >> 15) * 2246822519u + 1;
        length += distance[at][route >> 26];
        at = route >> 26;
    }
    return length;
}

static void try_routes(uint32_t first, uint32_t n)
{
    uint32_t mine = ~0u;
    for (uint32_t r = first; r < first + n; r++) {
        uint32_t length = length_of(r);
        if (length < mine)
            mine = length;
    }
#pragma omp critical
    if (mine < best)
        best = mine;
}

int main(int argc, char **argv)
{
    for (uint32_t i = 0; i < TOWNS; i++)
        for (uint32_t j = 0; j < TOWNS; j++)
            distance[i][j] = (i * 7919 + j * 104729) % 1000;
    long parts = scaled(argc, argv, 5000);
#pragma omp parallel for schedule(guided)
    for (long p = 0; p < parts; p++)
        try_routes((uint32_t)p * 200, 200);
    return print_sum(best);
}
