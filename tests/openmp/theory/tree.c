/* A balanced binary tree of tasks with equal leaves: N, as far as no processor waits at the end. */
#include "theory.h"

static void tree(int depth)
{
    if (depth == 0) {
        work(TOTAL / 2048);
        return;
    }
#pragma omp task
    tree(depth - 1);
#pragma omp task
    tree(depth - 1);
#pragma omp taskwait
}

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    if (!truth_only) {
#pragma omp parallel
#pragma omp single
        tree(11);
    }
    return between(2048.0 / ((2047 + n) / n + 1), n);
}
