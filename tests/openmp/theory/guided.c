/* Equal iterations, guided: a chunk is what is left over N, rounded up, and at least 4. How it is
 * rounded differs between runtimes; by less than a chunk at the end. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv), count = 4800, left = count, chunks = 0;
    static long lengths[4800];
    if (!truth_only) {
#pragma omp parallel for schedule(guided, 4)
        for (int i = 0; i < 4800; i++)
            work(TOTAL / 4800);
    }
    while (left) {
        int chunk = (left + n - 1) / n;
        chunk = chunk < 4 ? 4 : chunk;
        chunk = chunk > left ? left : chunk;
        lengths[chunks++] = chunk;
        left -= chunk;
    }
    double speedup = (double)count / (double)greedy(lengths, chunks, n);
    return between(speedup * 0.98, n);
}
