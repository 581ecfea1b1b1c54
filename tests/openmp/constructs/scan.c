/* inscan reductions: prefix sums in loops. */
#include "suite.h"

enum { COUNT = 777 };

int main(void)
{
    static long in[COUNT], inclusive[COUNT], exclusive[COUNT];
    long sum = 0;
    printf("%d threads\n", omp_get_max_threads());
    for (int i = 0; i < COUNT; i++)
        in[i] = i % 13;
#pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < COUNT; i++) {
        sum += in[i];
#pragma omp scan inclusive(sum)
        inclusive[i] = sum;
    }
    long want = 0;
    for (int i = 0; i < COUNT; i++) {
        want += in[i];
        same(inclusive[i], want);
    }
#ifndef __clang__ /* 14 does these wrongly */
    same(sum, want);
    sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(inscan, + : sum)
        for (int i = 0; i < COUNT; i++) {
            exclusive[i] = sum;
#pragma omp scan exclusive(sum)
            sum += in[i];
        }
    }
    want = 0;
    for (int i = 0; i < COUNT; i++) {
        same(exclusive[i], want);
        want += in[i];
    }
#endif
    sum = 0;
#pragma omp simd reduction(inscan, + : sum)
    for (int i = 0; i < COUNT; i++) {
        sum += in[i];
#pragma omp scan inclusive(sum)
        inclusive[i] = sum;
    }
    same(inclusive[COUNT - 1], want);
    return finish();
}
