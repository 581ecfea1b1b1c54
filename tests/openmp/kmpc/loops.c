/* Static loops, whose division clang leaves to the runtime: of the first one thread t of n has (2t + 1) /
 * n^2 of the work, and the last one (2n - 1) / n^2. */
#include <stdio.h>

static __attribute__((noinline)) unsigned long turn(int times)
{
    unsigned long x = 1;
    for (int i = 0; i < times; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}

int main(void)
{
    unsigned long sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
#pragma omp for
        for (int i = 0; i < 1000; i++)
            sum += turn(10 * i);
#pragma omp for schedule(static, 10) nowait
        for (int i = 0; i < 1000; i++)
            sum += turn(1000);
#pragma omp for schedule(static, 300)
        for (int i = 0; i < 1000; i++)
            sum += turn(1000);
#pragma omp sections
        {
#pragma omp section
            sum += turn(100000);
#pragma omp section
            sum += turn(300000);
        }
    }
    printf("%lu\n", sum);
    return 0;
}
