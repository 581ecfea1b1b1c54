/* How series of measurements go with each other: the sums of products of each pair. */
#include "shared.h"

enum { SERIES = 360, LENGTH = 128 };
static uint32_t series[SERIES][LENGTH];
static uint64_t table[SERIES][SERIES];

static void correlate(uint32_t shift)
{
#ifdef REPAIRED
#pragma omp parallel for schedule(dynamic, 2)
#else
#pragma omp parallel for
#endif
    for (int i = 0; i < SERIES; i++)
        for (int j = 0; j < i; j++) {
            uint64_t sum = 0;
            for (int k = 0; k < LENGTH; k++)
                sum += (uint64_t)(series[i][k] ^ shift) * series[j][k];
            table[i][j] += sum;
        }
}

int main(int argc, char **argv)
{
    for (uint32_t i = 0; i < SERIES; i++)
        for (uint32_t k = 0; k < LENGTH; k++)
            series[i][k] = (i * 7919 + k * k * 31) % 65521;
    long times = scaled(argc, argv, 240);
    for (long t = 0; t < times; t++)
        correlate((uint32_t)t);
    uint64_t sum = 0;
    for (int i = 0; i < SERIES; i++)
        for (int j = 0; j < i; j++)
            sum = sum * 31 + table[i][j];
    return print_sum(sum);
}
