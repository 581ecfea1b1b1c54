/*
 * A balanced binary tree of tasks with equal leaves: N, if no processor waited. But who waits for its
 * children runs none but those, as libgomp has it, and has nothing to do while others run them: on two
 * processors that is rare, on many it costs up to half of them.
 */
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
    return between((n > 2 ? 0.5 : 1) * 2048.0 / ((2047 + n) / n + 1), n);
}
