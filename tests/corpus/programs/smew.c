/* Follows a long list, from a place of its own for each trail: each step waits for memory, and that is all. */
#include "shared.h"

enum { TRAILS = 64, STONES = 1 << 21, WORDS = 8 };
static uint64_t *stones;

/* From each stone to another one, in one circle. */
static void lay(long first, long last)
{
    for (long i = first; i < last; i++)
        stones[i * WORDS] = (uint64_t)((i * 1664525 + 12345) % STONES);
}

static uint64_t follow(long trail, long steps)
{
    uint64_t at = (uint64_t)trail * (STONES / TRAILS);
    for (long i = 0; i < steps; i++)
        at = stones[at * WORDS];
    return at;
}

int main(int argc, char **argv)
{
    uint64_t sums[TRAILS];
    long steps = scaled(argc, argv, 60000);
    stones = malloc((size_t)STONES * WORDS * sizeof *stones);
#pragma omp parallel for
    for (long t = 0; t < TRAILS; t++)
        lay(t * (STONES / TRAILS), (t + 1) * (STONES / TRAILS));
#pragma omp parallel for
    for (long t = 0; t < TRAILS; t++)
        sums[t] = follow(t, steps);
    uint64_t sum = 0;
    for (long t = 0; t < TRAILS; t++)
        sum = sum * 31 + sums[t];
    return print_sum(sum);
}
