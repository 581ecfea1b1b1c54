/* Iteration i costs i, dealt out one by one (static, 1): the last thread has a little more. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    if (!truth_only) {
#pragma omp parallel for schedule(static, 1)
        for (int i = 0; i < 960; i++)
            work(i + 1);
    }
    long all = 0, last = 0;
    for (int i = 0; i < 960; i++) {
        all += i + 1;
        last += i % n == n - 1 ? i + 1 : 0;
    }
    return exactly((double)all / (double)last);
}
