/* Bodies that attract each other. */
#include "shared.h"

#include <cilk/cilk.h>
#include <math.h>

enum { BODIES = 1600 };
static double at[BODIES][3], speed[BODIES][3], mass[BODIES];

static void pull(int i)
{
    double force[3] = {0, 0, 0};
    for (int j = 0; j < BODIES; j++) {
        double d[3], square = 1e-3;
        for (int k = 0; k < 3; k++) {
            d[k] = at[j][k] - at[i][k];
            square += d[k] * d[k];
        }
        double strength = mass[j] / (square * sqrt(square));
        for (int k = 0; k < 3; k++)
            force[k] += d[k] * strength;
    }
    for (int k = 0; k < 3; k++)
        speed[i][k] += force[k] * 1e-4;
}

static void step(void)
{
    cilk_for (int i = 0; i < BODIES; i++)
        pull(i);
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++)
            at[i][k] += speed[i][k] * 1e-3;
}

int main(int argc, char **argv)
{
    uint32_t x = 1;
    for (int i = 0; i < BODIES; i++) {
        for (int k = 0; k < 3; k++)
            at[i][k] = (double)((x = x * 1664525 + 1013904223) >> 8) / (1 << 24);
        mass[i] = 1 + i % 7;
    }
    long steps = scaled(argc, argv, 24);
    for (long s = 0; s < steps; s++)
        step();
    double sum = 0;
    for (int i = 0; i < BODIES; i++)
        sum += fabs(at[i][0]) + fabs(at[i][1]) + fabs(at[i][2]);
    return print_sum((uint64_t)(sum * 1000));
}
