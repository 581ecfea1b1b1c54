/* Sound in blocks: each is read, filtered and measured; a filter remembers what it has seen. */
#include "shared.h"

enum { BLOCKS = 64, SAMPLES = 2048 };
static uint32_t sound[BLOCKS][SAMPLES], out[BLOCKS][SAMPLES];
static uint64_t level[BLOCKS];

static void fetch(int b, uint32_t seed)
{
    for (uint32_t i = 0; i < SAMPLES; i++) {
        uint32_t x = seed + i;
        for (int k = 0; k < 6; k++)
            x = (x ^ x >> 15) * 2246822519u;
        sound[b][i] = x;
    }
}

static void smooth(int b, uint32_t *state)
{
    uint32_t s = *state;
    for (int i = 0; i < SAMPLES; i++) {
        for (int k = 0; k < 4; k++)
            s = (s >> 1) + (s >> 3) * 3 % 8191 + (sound[b][i] >> (2 + k));
        out[b][i] = s;
    }
    *state = s;
}

static void weigh(int b)
{
    uint64_t sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
        uint32_t x = out[b][i];
        for (int k = 0; k < 6; k++)
            x = (x ^ x >> 13) * 3266489917u;
        sum += x;
    }
    level[b] += sum;
}

static void play(uint32_t seed)
{
    static uint32_t states[BLOCKS];
    static int filter;
#pragma omp parallel
#pragma omp single
    for (int b = 0; b < BLOCKS; b++) {
        uint32_t *state = &states[b];
        (void)filter;
#pragma omp task depend(out : sound[b][0])
        fetch(b, seed + (uint32_t)b);
#ifdef REPAIRED
#pragma omp task depend(in : sound[b][0]) depend(out : out[b][0]) /* a filter for each channel */
#else
#pragma omp task depend(in : sound[b][0]) depend(inout : filter) depend(out : out[b][0])
#endif
        smooth(b, state);
#pragma omp task depend(in : out[b][0])
        weigh(b);
    }
}

int main(int argc, char **argv)
{
    long seconds = scaled(argc, argv, 120);
    for (long s = 0; s < seconds; s++)
        play((uint32_t)s * 7919);
    uint64_t sum = 0;
    for (int b = 0; b < BLOCKS; b++)
        sum = sum * 31 + level[b];
    return print_sum(sum);
}
