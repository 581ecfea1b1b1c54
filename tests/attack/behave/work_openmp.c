/* A region with a loop, tasks and a lock. */
#include "behave.h"

void work(void)
{
    long sum = 0, tasks = 0;
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 8) reduction(+ : sum)
        for (int i = 0; i < 1000; i++)
            sum += i;
#pragma omp single
        for (int i = 0; i < 4; i++) {
#pragma omp task
#pragma omp critical
            tasks++;
        }
    }
    if (sum != 499500 || tasks != 4)
        abort();
}
