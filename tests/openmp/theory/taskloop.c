/* A taskloop of 20 equal tasks a thread: N. (Of more than 64 a thread libgomp makes none at all.) */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    if (!truth_only) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(20 * n)
        for (int i = 0; i < 1280; i++)
            work(TOTAL / 1280);
    }
    return between(20.0 * n / 20.5, n);
}
