/* Heat in a rod, step by step. */
#include "shared.h"

enum { CELLS = 12 << 20, BLOCK = 4096, STEPS = 8 };
static uint64_t *now, *then;

static inline void step(uint64_t *restrict to, const uint64_t *restrict from, long n)
{
    for (long i = 1; i < n - 1; i++)
        to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) >> 2;
}

#ifdef REPAIRED
/* STEPS of them while the block is in the cache, with as many more cells at its ends. */
static void steps(long b)
{
    uint64_t here[BLOCK + 2 * STEPS + 2], next[BLOCK + 2 * STEPS + 2];
    long n = BLOCK + 2 * STEPS;
    for (long i = 0; i < n; i++)
        here[i] = now[b - STEPS + i];
    for (long s = 0; s < STEPS; s += 2) {
        step(next, here, n);
        next[0] = here[0], next[n - 1] = here[n - 1];
        step(here, next, n);
    }
    for (long i = 0; i < BLOCK; i++)
        then[b + i] = here[STEPS + i];
}
#endif

static void conduct(long times)
{
    for (long t = 0; t < times; t++) {
#ifdef REPAIRED
#pragma omp parallel for
        for (long b = STEPS; b < CELLS - STEPS - BLOCK; b += BLOCK)
            steps(b);
        uint64_t *old = now;
        now = then;
        then = old;
#else
        for (long s = 0; s < STEPS; s++) {
#pragma omp parallel for
            for (long b = 1; b < CELLS - BLOCK - 1; b += BLOCK)
                step(then + b - 1, now + b - 1, BLOCK + 2);
            uint64_t *old = now;
            now = then;
            then = old;
        }
#endif
    }
}

int main(int argc, char **argv)
{
    now = malloc(CELLS * sizeof *now);
    then = malloc(CELLS * sizeof *then);
#pragma omp parallel for
    for (long i = 0; i < CELLS; i++)
        now[i] = then[i] =
            4096; /* the same everywhere: what blocks leave out at the ends makes no difference */
    conduct(scaled(argc, argv, 6));
    uint64_t sum = 0;
    for (long i = 0; i < CELLS; i += 997)
        sum = sum * 31 + now[i];
    return print_sum(sum);
}
