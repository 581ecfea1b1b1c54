/* A million tasks: of one thread, of a tree, with depend. */
#include "suite.h"

static long leaves;
static void tree(int depth)
{
    if (depth == 0) {
#pragma omp atomic
        leaves++;
        return;
    }
#pragma omp task
    tree(depth - 1);
#pragma omp task
    tree(depth - 1);
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 10000, sum = 0, turn = 0;
    int cells[64] = {0};
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < count; i++) {
#pragma omp task shared(sum)
        {
#pragma omp atomic
            sum += i;
        }
    }
    same(sum, count * (count - 1) / 2);
    int depth = 0;
    while (2L << depth < count)
        depth++;
#pragma omp parallel
#pragma omp single
    tree(depth);
    same(leaves, 1L << depth);
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < count / 10; i++) {
#pragma omp task depend(inout : cells[i % 64]) shared(cells, turn)
        cells[i % 64]++;
    }
    for (int i = 0; i < 64; i++)
        turn += cells[i];
    same(turn, count / 10);
    return finish();
}
