/* Untied tasks: they may go on by another thread after a wait. */
#include "suite.h"

static long fib(int n)
{
    long a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a) untied
    a = fib(n - 1);
#ifdef __clang__ /* libomp 14 fails where such a task runs at once */
#pragma omp task shared(b) untied
#else
#pragma omp task shared(b) untied if (n > 5) final(n < 3)
#endif
    b = fib(n - 2);
#pragma omp taskyield
#pragma omp taskwait
    return a + b;
}

int main(void)
{
    long f = 0, sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied shared(f)
        f = fib(15);
        for (int i = 0; i < 100; i++) {
#pragma omp task untied shared(sum) priority(i % 3)
            {
                int mine = i;
#pragma omp taskyield
#pragma omp task untied shared(mine)
                mine += 1;
#pragma omp taskwait
#pragma omp atomic
                sum += mine;
            }
        }
    }
    same(f, 610);
    same(sum, 5050);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop untied shared(sum) grainsize(3)
    for (int i = 0; i < 100; i++) {
#pragma omp taskyield
#pragma omp atomic
        sum -= i;
    }
    same(sum, 100);
    return finish();
}
