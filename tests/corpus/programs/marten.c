/* Particles in a box, and a table of forces that is made anew for each step. */
#include "shared.h"

enum { PARTICLES = 20000, ENTRIES = 4096 };
static uint32_t position[PARTICLES], forces[ENTRIES];

static uint32_t force(uint32_t step, uint32_t entry)
{
    uint32_t x = step * 7919 + entry;
    for (int i = 0; i < 60; i++)
        x = (x ^ x >> 15) * 2246822519u + 1;
    return x;
}

static void renew(uint32_t step)
{
#ifdef REPAIRED
#pragma omp for
#else
#pragma omp single
#endif
    for (uint32_t e = 0; e < ENTRIES; e++)
        forces[e] = force(step, e);
}

static void move(void)
{
#pragma omp for
    for (int p = 0; p < PARTICLES; p++) {
        uint32_t x = position[p];
        for (int i = 0; i < 40; i++)
            x = x * 1664525 + forces[x >> 20];
        position[p] = x;
    }
}

int main(int argc, char **argv)
{
    long steps = scaled(argc, argv, 240);
    for (uint32_t p = 0; p < PARTICLES; p++)
        position[p] = p * 2654435761u;
#pragma omp parallel
    for (long s = 0; s < steps; s++) {
        renew((uint32_t)s);
        move();
    }
    uint64_t sum = 0;
    for (int p = 0; p < PARTICLES; p++)
        sum = sum * 31 + position[p];
    return print_sum(sum);
}
