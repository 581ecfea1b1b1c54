/* Follows long lists, one for each trail: each step waits for memory, and that is all. */
#include "shared.h"

enum { TRAILS = 64, STONES = 1 << 16, WORDS = 8 };
static uint64_t *stones;

/* From each stone to another one of its trail, in one circle. */
static void lay(long trail)
{
    uint64_t *first = stones + trail * STONES * WORDS;
    for (long i = 0; i < STONES; i++)
        first[i * WORDS] = (uint64_t)((i * 40503 + 12345) % STONES);
}

static uint64_t follow(long trail, long steps)
{
    const uint64_t *first = stones + trail * STONES * WORDS;
    uint64_t at = (uint64_t)trail;
    for (long i = 0; i < steps; i++)
        at = first[at * WORDS];
    return at;
}

int main(int argc, char **argv)
{
    uint64_t sums[TRAILS];
    long steps = scaled(argc, argv, 100000);
    stones = malloc((size_t)TRAILS * STONES * WORDS * sizeof *stones);
#pragma omp parallel for
    for (long t = 0; t < TRAILS; t++) {
        lay(t);
        sums[t] = follow(t, steps);
    }
    uint64_t sum = 0;
    for (long t = 0; t < TRAILS; t++)
        sum = sum * 31 + sums[t];
    return print_sum(sum);
}
