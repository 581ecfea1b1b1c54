/* Iteration i costs i, in blocks: the last thread has the longest; N^2 / (2N - 1) in the limit. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv), count = 960;
    if (!truth_only) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < 960; i++)
            work(i + 1);
    }
    long all = 0, last = 0;
    for (int i = 0; i < count; i++) {
        all += i + 1;
        last += i >= count - count / n ? i + 1 : 0;
    }
    return exactly((double)all / (double)last);
}
