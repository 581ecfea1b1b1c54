/*
 * Very many loops, one after the other, of a handful of iterations of some dozen nanoseconds each: hardly
 * anything to share out, and all the more to get wrong. Every eighth loop is ten times as long.
 */
#include "bench.h"

enum { CELLS = 8, STEPS = 10 };

static inline uint64_t advance(uint64_t x, int steps)
{
    for (int i = 0; i < steps; i++)
        x = bench_hash(x);
    return x;
}

static int steps_of(long round)
{
    return round % 8 ? STEPS : 10 * STEPS;
}

void loop(uint64_t *cell, int steps)
{
    cilk_for (int i = 0; i < CELLS; i++)
        cell[i] = advance(cell[i], steps);
}

int main(int argc, char **argv)
{
    long rounds = 1000 * bench_size(argc, argv, 1000, 1, 100000), steps = 0;
    uint64_t cell[CELLS];
    for (int i = 0; i < CELLS; i++)
        cell[i] = (uint64_t)i;
    bench_start();
    for (long r = 0; r < rounds; r++)
        loop(cell, steps_of(r));
    bench_stop();
    for (long r = 0; r < rounds; r++)
        steps += steps_of(r);
    uint64_t last = CELLS - 1;
    for (long i = 0; i < steps; i++)
        last = bench_hash(last);
    return bench_finish(last == cell[CELLS - 1]);
}
