/* Filters sounds, each so short that it stays in the cache of who does it. */
#include "shared.h"

enum { SOUNDS = 64, LENGTH = 4096 };
static uint64_t sounds[SOUNDS][LENGTH];

static void filter(uint64_t *sound, long times)
{
    for (long t = 0; t < times; t++)
        for (long i = 1; i < LENGTH; i++)
            sound[i] = (sound[i] + sound[i - 1]) >> 1;
}

int main(int argc, char **argv)
{
    long times = scaled(argc, argv, 1200);
#pragma omp parallel for
    for (long s = 0; s < SOUNDS; s++) {
        for (long i = 0; i < LENGTH; i++)
            sounds[s][i] = (uint64_t)(i * 7919 % 65536);
        filter(sounds[s], times);
    }
    uint64_t sum = 0;
    for (long s = 0; s < SOUNDS; s++)
        sum = sum * 31 + sounds[s][LENGTH / 2];
    return print_sum(sum);
}
