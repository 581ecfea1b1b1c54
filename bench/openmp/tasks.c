/* A tree of tasks of unequal size. */
#include "work.h"

static uint64_t tree(int depth, uint64_t x)
{
    uint64_t a, b;
    if (depth < 3)
        return work(20000 * (uint64_t)(depth + 1), x);
#pragma omp task shared(a)
    a = tree(depth - 1, 2 * x);
#pragma omp task shared(b)
    b = tree(depth - 2, 2 * x + 1);
#pragma omp taskwait
    return a ^ b;
}

int main(int argc, char **argv)
{
    long depth = size_of(argc, argv, 20);
    uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
    sum = tree((int)depth, 1);
    return tell(sum);
}
