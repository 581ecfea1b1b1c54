/* Pictures go through stages, each a task that comes after the one before. */
#include "shared.h"

enum { PICTURES = 64, STAGES = 6, PIXELS = 8192 };
static uint64_t pictures[PICTURES][PIXELS];

static void stage(uint64_t *picture, uint64_t number, long times)
{
    for (long t = 0; t < times; t++)
        for (long i = 0; i < PIXELS; i++)
            picture[i] = (picture[i] ^ number) * 6364136223846793005ull;
}

int main(int argc, char **argv)
{
    long times = scaled(argc, argv, 120);
#pragma omp parallel
#pragma omp single
    for (uint64_t s = 0; s < STAGES; s++)
        for (long p = 0; p < PICTURES; p++) {
            uint64_t *picture = pictures[p];
#pragma omp task depend(inout : picture[0])
            stage(picture, s + 1, times);
        }
    uint64_t sum = 0;
    for (long p = 0; p < PICTURES; p++)
        sum = sum * 31 + pictures[p][p];
    return print_sum(sum);
}
