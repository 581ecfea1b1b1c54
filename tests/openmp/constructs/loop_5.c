/* What OpenMP 5 added to loops: !=, loops that are not rectangles, loop, conditional lastprivate. */
#include "suite.h"

int main(void)
{
    int n = omp_get_max_threads();
    long sum = 0;
    printf("%d threads\n", n);
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
    for (int i = 0; i != 100; i++)
        sum += i;
    same(sum, 4950);
    sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum)
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < i; j++)
            sum++;
    same(sum, 780);
    sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum)
    for (int i = 0; i < 40; i++)
        for (int j = i; j < 40; j++)
            sum += j;
    same(sum, 21320);
#ifndef __clang__ /* 14 knows of these, and does them wrongly */
    int last = -1;
#pragma omp parallel for lastprivate(conditional : last) schedule(dynamic, 2)
    for (int i = 0; i < 200; i++) {
        if (i % 17 == 3)
            last = i;
    }
    same(last, 190);
#pragma omp parallel for lastprivate(conditional : last) schedule(static)
    for (int i = 0; i < 200; i++) {
        if (i % 19 == 3)
            last = i;
    }
    same(last, 193);
    sum = 0;
#pragma omp parallel
    {
#pragma omp loop reduction(+ : sum)
        for (int i = 0; i < 100; i++)
            sum += i;
    }
    same(sum, 4950);
    sum = 0;
#pragma omp parallel loop reduction(+ : sum) bind(parallel)
    for (int i = 0; i < 100; i++)
        sum += i;
    same(sum, 4950);
#endif
    return finish();
}
