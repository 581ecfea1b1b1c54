/* masked with a filter, scope: OpenMP 5.1. */
#include "suite.h"

int main(void)
{
    int n = omp_get_max_threads(), count = 0, loops = 0;
    printf("%d threads\n", n);
#pragma omp parallel
    {
#pragma omp masked
        same(omp_get_thread_num(), 0);
#pragma omp masked filter(n - 1)
        {
            same(omp_get_thread_num(), n - 1);
            count++;
        }
#pragma omp masked filter(n)
        count += 100; /* nobody */
    }
    same(count, 1);
#ifndef __clang__ /* 14 has no scope and no combined masked */
#pragma omp parallel
    {
        int sum = 0;
        (void)sum;
#pragma omp scope reduction(+ : loops)
        loops += 1;
    }
    same(loops, n);
    loops = 0;
#pragma omp parallel masked taskloop filter(0) shared(loops)
    for (int i = 0; i < 10; i++) {
#pragma omp atomic
        loops++;
    }
    same(loops, 10);
#pragma omp parallel master taskloop shared(loops)
    for (int i = 0; i < 10; i++) {
#pragma omp atomic
        loops++;
    }
    same(loops, 20);
#endif
    (void)loops;
    return finish();
}
