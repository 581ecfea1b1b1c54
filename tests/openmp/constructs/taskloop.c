/* taskloop: grainsize, num_tasks, nogroup, collapse, counters, data, reductions. */
#include "suite.h"

enum { COUNT = 500 };
static int times[COUNT];

static void ran(long long i)
{
    __atomic_fetch_add(&times[i], 1, __ATOMIC_RELAXED);
}

#define IN_ONE(...) _Pragma("omp parallel") _Pragma("omp single") __VA_ARGS__

int main(void)
{
    printf("%d threads\n", omp_get_max_threads());
    int zero = 0, count = COUNT, last = -1;
    unsigned long long uzero = 0, ucount = COUNT;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop
        for (int i = zero; i < count; i++)
            ran(i);
        once(times, COUNT);
#pragma omp taskloop grainsize(7)
        for (int i = zero; i < count; i++)
            ran(i);
        once(times, COUNT);
#pragma omp taskloop num_tasks(9)
        for (int i = count - 1; i >= zero; i--)
            ran(i);
        once(times, COUNT);
#pragma omp taskloop num_tasks(5) untied priority(2)
        for (unsigned long long i = uzero; i < ucount; i++)
            ran((long long)i);
        once(times, COUNT);
#pragma omp taskloop grainsize(600)
        for (unsigned long long i = ucount; i > uzero; i--)
            ran((long long)i - 1);
        once(times, COUNT);
#pragma omp taskloop collapse(2) grainsize(3)
        for (int i = 0; i < 25; i++)
            for (int j = 0; j < 20; j++)
                ran(i * 20 + j);
        once(times, COUNT);
#pragma omp taskloop if (0)
        for (long i = zero; i < count; i++)
            ran(i);
        once(times, COUNT);
#pragma omp taskloop final(1) mergeable
        for (int i = zero; i < count; i++)
            ran(i);
        once(times, COUNT);
#pragma omp taskloop nogroup grainsize(11)
        for (int i = zero; i < count; i += 1)
            ran(i);
#pragma omp taskwait
        once(times, COUNT);
#pragma omp taskloop
        for (int i = count; i < zero; i++)
            ran(0); /* none */
#pragma omp taskloop lastprivate(last) firstprivate(zero) grainsize(4) shared(count)
        for (int i = 0; i < count; i++)
            last = i + zero;
        same(last, COUNT - 1);
#pragma omp taskloop simd grainsize(16)
        for (int i = 0; i < count; i++)
            times[i]++;
        once(times, COUNT);
#pragma omp taskgroup
        {
#pragma omp taskloop nogroup num_tasks(3)
            for (int i = 0; i < 3; i++) {
#pragma omp task firstprivate(i)
                ran(i);
            }
        }
        once(times, 3);
    }
    int sum = 0;
#pragma omp taskloop shared(sum) grainsize(5) /* outside a region */
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
        sum += i;
    }
    same(sum, 4950);
#pragma omp parallel
#pragma omp master
#pragma omp taskloop
    for (int i = zero; i < count; i++)
        ran(i);
    once(times, COUNT);
    return finish();
}
