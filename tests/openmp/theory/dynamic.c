/* Chunks of very different lengths, each taken by the first that is free. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    static long chunks[300], each[300][4];
    unsigned seed = 1;
    for (int i = 0; i < 300; i++) {
        for (int k = 0; k < 4; k++) {
            seed = seed * 1103515245 + 12345;
            each[i][k] = 1 + (seed >> 16) % 400 * (i % 10 == 9 ? 8 : 1);
            chunks[i] += each[i][k];
        }
    }
    if (!truth_only) {
#pragma omp parallel for schedule(dynamic, 4)
        for (int i = 0; i < 1200; i++)
            work(each[i / 4][i % 4]);
    }
    return exactly((double)sum(chunks, 300) / (double)greedy(chunks, 300, n));
}
