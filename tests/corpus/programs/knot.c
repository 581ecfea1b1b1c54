/* Adds up what a list picks from a long table, again and again: from each line of the cache one word. */
#include "shared.h"

enum { PICKS = 1 << 20, FAR = 8, BLOCK = 1024 };
static uint32_t *picks;
static uint64_t *table, *sums;

static inline void block(uint64_t *restrict to, const uint32_t *restrict at, uint64_t times)
{
    for (long i = 0; i < BLOCK; i++)
        to[i] += table[at[i]] * times;
}

static void gather(long times)
{
#ifdef REPAIRED
#pragma omp parallel for
    for (long b = 0; b < PICKS; b += BLOCK)
        for (long t = 1; t <= times; t++)
            block(sums + b, picks + b, (uint64_t)t);
#else
    for (long t = 1; t <= times; t++) {
#pragma omp parallel for
        for (long b = 0; b < PICKS; b += BLOCK)
            block(sums + b, picks + b, (uint64_t)t);
    }
#endif
}

int main(int argc, char **argv)
{
    picks = malloc(PICKS * sizeof *picks);
    sums = malloc(PICKS * sizeof *sums);
    table = malloc((size_t)PICKS * FAR * sizeof *table);
#pragma omp parallel for
    for (long i = 0; i < PICKS; i++) {
        uint32_t x = (uint32_t)i * 2654435761u;
        picks[i] = (uint32_t)i * FAR + (x ^ x >> 15) % FAR;
        sums[i] = 0;
        for (long k = i * FAR; k < (i + 1) * FAR; k++)
            table[k] = (uint64_t)k;
    }
    gather(scaled(argc, argv, 80));
    uint64_t sum = 0;
    for (long i = 0; i < PICKS; i += 97)
        sum = sum * 31 + sums[i];
    return print_sum(sum);
}
