/* The library of host.c and plugin.py. */
#include <omp.h>

static int mine = 3;
#pragma omp threadprivate(mine)

long plugin_sum(int count);
int plugin_threads(void);

long plugin_sum(int count)
{
    long total = 0;
#pragma omp parallel
    {
        mine++;
#pragma omp for schedule(dynamic, 10) reduction(+ : total)
        for (int i = 0; i < count; i++)
            total += i;
    }
    return total;
}

int plugin_threads(void)
{
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    threads += mine > 3;
    return threads;
}
