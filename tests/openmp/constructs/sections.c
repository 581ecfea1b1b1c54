/* sections: each runs once, by any thread. */
#include "suite.h"

static int times[8];
static void ran(int section)
{
    __atomic_fetch_add(&times[section], 1, __ATOMIC_RELAXED);
}

int main(void)
{
    int last = 0, sum = 0, first = 9, kept = 0;
    printf("%d threads\n", omp_get_max_threads());
#pragma omp parallel sections lastprivate(last) reduction(+ : sum) firstprivate(first)
    {
#pragma omp section
        {
            ran(0);
            sum += first;
            last = 1;
        }
#pragma omp section
        {
            ran(1);
            sum += first;
            last = 2;
        }
#pragma omp section
        {
            ran(2);
            sum += first;
            last = 3;
        }
    }
    same(last, 3);
    same(sum, 27);
    once(times, 3);
#pragma omp parallel num_threads(4)
    {
#pragma omp sections lastprivate(kept)
        {
            ran(0); /* the first needs no name */
#pragma omp section
            ran(1);
#pragma omp section
            ran(2);
#pragma omp section
            ran(3);
#pragma omp section
            ran(4);
#pragma omp section
            {
                ran(5);
                kept = 5;
            }
        }
#pragma omp single
        once(times, 6);
        for (int round = 0; round < 50; round++) {
#pragma omp sections nowait
            {
                ran(0);
#pragma omp section
                ran(1);
            }
#pragma omp sections nowait
            {
                ran(2);
            }
        }
    }
    same(kept, 5);
    same(times[0], 50);
    same(times[1], 50);
    same(times[2], 50);
    memset(times, 0, sizeof times);
#pragma omp sections /* outside a region: by the one thread that is there */
    {
        ran(0);
#pragma omp section
        ran(1);
    }
    once(times, 2);
    sum = 0;
#pragma omp parallel
    {
#pragma omp sections reduction(+ : sum)
        {
            sum += 1;
#pragma omp section
            sum += 10;
        }
#pragma omp barrier
        same(sum, 11);
    }
    return finish();
}
