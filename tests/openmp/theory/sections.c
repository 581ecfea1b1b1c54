/* Sections of unequal length, each taken by the first that is free: 22 / 7 at most. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    const long lengths[] = {3, 5, 2, 7, 1, 4};
    const long unit = TOTAL / 22;
    if (!truth_only) {
#pragma omp parallel sections
        {
#pragma omp section
            work(unit * lengths[0]);
#pragma omp section
            work(unit * lengths[1]);
#pragma omp section
            work(unit * lengths[2]);
#pragma omp section
            work(unit * lengths[3]);
#pragma omp section
            work(unit * lengths[4]);
#pragma omp section
            work(unit * lengths[5]);
        }
    }
    return exactly(22.0 / (double)greedy(lengths, 6, n));
}
