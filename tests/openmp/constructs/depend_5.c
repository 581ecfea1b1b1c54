/* What OpenMP 5 added to depend: mutexinoutset, depobj, iterators, taskwait depend. */
#include "suite.h"

static void mutex(void)
{
    int x = 0, y = 0, inside = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
        x = 1;
        for (int i = 0; i < 30; i++) {
#pragma omp task depend(mutexinoutset : x) shared(x, inside)
            { /* in any order, one at a time */
                int now;
#pragma omp atomic capture
                now = ++inside;
                same(now, 1);
                x++;
#pragma omp atomic
                inside--;
            }
#pragma omp task depend(mutexinoutset : y, x) shared(x, y)
            {
                y++;
                x++;
            }
        }
#pragma omp task depend(in : x) shared(x)
        same(x, 61);
    }
    same(x, 61);
    same(y, 30);
}

static void objects(void)
{
    int x = 0, seen = 0;
    omp_depend_t d;
#pragma omp parallel
#pragma omp single
    {
#pragma omp depobj(d) depend(inout : x)
        for (int i = 0; i < 20; i++) {
#pragma omp task depend(depobj : d) shared(x)
            same(x++, i);
        }
#pragma omp depobj(d) update(in)
        for (int i = 0; i < 5; i++) {
#pragma omp task depend(depobj : d) shared(x, seen)
            {
                same(x, 20);
#pragma omp atomic
                seen++;
            }
        }
#pragma omp taskwait
#pragma omp depobj(d) destroy
    }
    same(seen, 5);
}

static void iterators(void)
{
    int a[16] = {0}, n = 16, sum = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < n; i++) {
#pragma omp task depend(out : a[i]) shared(a)
            a[i] = i;
        }
#pragma omp task depend(iterator(k = 0 : n), in : a[k]) shared(a, sum)
        for (int i = 0; i < n; i++)
            sum += a[i];
    }
    same(sum, 120);
}

static void waits(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
        x = 1;
#pragma omp task depend(out : y) shared(y)
        {
#pragma omp taskyield
            y = 1;
        }
#pragma omp taskwait depend(in : x)
        same(x, 1);
#pragma omp taskwait depend(in : x, y)
        same(y, 1);
#pragma omp taskwait depend(inout : y)
        same(y, 1);
    }
}

int main(void)
{
    printf("%d threads\n", omp_get_max_threads());
    mutex();
    objects();
    iterators();
    waits();
    return finish();
}
