/* Picks records in no order, again and again. */
#include "shared.h"

#include <cilk/cilk.h>

enum { RECORDS = 1 << 16, WORDS = 512, PICKED = 8 };
static uint64_t *records, sums[RECORDS / PICKED];

static inline uint64_t weigh(const uint64_t *record)
{
    uint64_t sum = 0;
    for (long i = 0; i < WORDS; i++)
        sum += record[i];
    return sum;
}

/* The k-th of them: each is picked once. */
static const uint64_t *pick(uint64_t k)
{
    return records + (k * 0x9e3779b1u % RECORDS) * WORDS;
}

static void count(long passes)
{
#ifdef REPAIRED
    cilk_for (long b = 0; b < RECORDS / PICKED; b++)
        for (long k = 0; k < PICKED; k++)
            for (long p = 0; p < passes; p++)
                sums[b] += weigh(pick((uint64_t)(b * PICKED + k))) + (uint64_t)p;
#else
    for (long p = 0; p < passes; p++)
        cilk_for (long b = 0; b < RECORDS / PICKED; b++)
            for (long k = 0; k < PICKED; k++)
                sums[b] += weigh(pick((uint64_t)(b * PICKED + k))) + (uint64_t)p;
#endif
}

int main(int argc, char **argv)
{
    records = malloc((size_t)RECORDS * WORDS * sizeof *records);
    cilk_for (long b = 0; b < RECORDS / PICKED; b++)
        for (long i = b * PICKED * WORDS; i < (b + 1) * PICKED * WORDS; i++)
            records[i] = (uint64_t)i;
    count(scaled(argc, argv, 30));
    uint64_t sum = 0;
    for (long b = 0; b < RECORDS / PICKED; b++)
        sum = sum * 31 + sums[b];
    return print_sum(sum);
}
