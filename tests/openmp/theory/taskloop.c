/* A taskloop of 640 equal tasks: N. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    if (!truth_only) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(640)
        for (int i = 0; i < 1280; i++)
            work(TOTAL / 1280);
    }
    return between(640.0 / ((639 + n) / n + 0.5), n);
}
