/* A plate that cools down, in steps, with a barrier between them; it fits in the cache. */
#include "work.h"

#define SIDE 256

static double plate[2][SIDE][SIDE];

int main(int argc, char **argv)
{
    long steps = size_of(argc, argv, 20000);
    for (int i = 0; i < SIDE; i++)
        plate[0][i][0] = plate[1][i][0] = 100;
#pragma omp parallel
    for (long s = 0; s < steps; s++) {
        const double(*from)[SIDE] = plate[s % 2];
        double(*to)[SIDE] = plate[1 - s % 2];
#pragma omp for
        for (int i = 1; i < SIDE - 1; i++)
            for (int k = 1; k < SIDE - 1; k++)
                to[i][k] = (from[i - 1][k] + from[i + 1][k] + from[i][k - 1] + from[i][k + 1]) / 4;
    }
    double sum = 0;
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++)
            sum += plate[steps % 2][i][k];
    return tell((uint64_t)sum);
}
