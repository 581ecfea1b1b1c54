/* Four statistics of the same samples. */
#include "shared.h"

enum { SAMPLES = 4096, SLICES = 64 };
static uint32_t samples[SAMPLES];
static uint64_t found[4][SLICES];

static uint64_t statistic(int which, long slice, long rounds)
{
    uint64_t sum = (uint64_t)which;
    for (long r = 0; r < rounds; r++)
        for (int i = 0; i < SAMPLES / SLICES; i++)
            sum = (sum ^ samples[slice * (SAMPLES / SLICES) + i]) *
                  (0x9E3779B97F4A7C15u + 2 * (uint64_t)which);
    return sum;
}

static void whole(int which, long rounds)
{
    for (long s = 0; s < SLICES; s++)
        found[which][s] += statistic(which, s, rounds);
}

static void examine(long rounds)
{
#ifdef REPAIRED
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int which = 0; which < 4; which++)
        for (long s = 0; s < SLICES; s++)
            found[which][s] += statistic(which, s, rounds);
    (void)whole;
#else
#pragma omp parallel sections
    {
#pragma omp section
        whole(0, rounds);
#pragma omp section
        whole(1, rounds);
#pragma omp section
        whole(2, rounds);
#pragma omp section
        whole(3, rounds);
    }
#endif
}

int main(int argc, char **argv)
{
    for (uint32_t i = 0; i < SAMPLES; i++)
        samples[i] = i * 2654435761u;
    long times = scaled(argc, argv, 20);
    for (long t = 0; t < times; t++)
        examine(1000);
    uint64_t sum = 0;
    for (int which = 0; which < 4; which++)
        for (int s = 0; s < SLICES; s++)
            sum = sum * 31 + found[which][s];
    return print_sum(sum);
}
