/* Iteration i costs i, each taken by the first that is free: about N. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    static long chunks[960];
    for (int i = 0; i < 960; i++)
        chunks[i] = i + 1;
    if (!truth_only) {
#pragma omp parallel for schedule(dynamic)
        for (int i = 0; i < 960; i++)
            work(chunks[i]);
    }
    return exactly((double)sum(chunks, 960) / (double)greedy(chunks, 960, n));
}
