/* How bright a picture is: how often each of a few tones is in it. */
#include "shared.h"

enum { TONES = 4 };
static uint64_t tones[TONES];

static void count(long pixels)
{
#ifdef REPAIRED
#pragma omp parallel for reduction(+ : tones)
#else
#pragma omp parallel for
#endif
    for (long i = 0; i < pixels; i++) {
        uint32_t x = (uint32_t)i;
        x = (x ^ x >> 15) * 2246822519u;
        x = (x ^ x >> 13) * 3266489917u;
#ifndef REPAIRED
#pragma omp atomic
#endif
        tones[(x >> 16) % TONES]++;
    }
}

int main(int argc, char **argv)
{
    count(scaled(argc, argv, 60000000));
    uint64_t sum = 0;
    for (int t = 0; t < TONES; t++)
        sum = sum * 31 + tones[t];
    return print_sum(sum);
}
