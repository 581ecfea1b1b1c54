/* A tenth is serial, half of it before the region and half in a single: 1 / (f + (1 - f) / N). */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    if (!truth_only) {
        work(TOTAL / 20);
#pragma omp parallel
        {
#pragma omp for schedule(static)
            for (int i = 0; i < 640; i++)
                work(TOTAL / 640 * 9 / 10);
#pragma omp single
            work(TOTAL / 20);
        }
    }
    return exactly(1 / (0.1 + 0.9 / n));
}
