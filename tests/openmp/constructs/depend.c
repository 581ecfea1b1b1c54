/* depend: in, out, inout; taskwait and if(0) tasks that wait; arrays; chains and fans. */
#include "suite.h"

enum { SIZE = 10 };

static void chain(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 100; i++) {
#pragma omp task depend(inout : x)
        same(x++, i);
    }
    same(x, 100);
}

static void fan(void)
{
    int x = 0, readers = 0;
#pragma omp parallel
#pragma omp single
    for (int round = 1; round <= 10; round++) {
#pragma omp task depend(out : x) shared(x, readers) firstprivate(round)
        {
            same(readers, (round - 1) * 10);
            x = round;
        }
        for (int i = 0; i < 10; i++) {
#pragma omp task depend(in : x) shared(x, readers) firstprivate(round)
            {
                same(x, round);
#pragma omp atomic
                readers++;
            }
        }
    }
    same(readers, 100);
}

static void wavefront(void)
{
    static long table[SIZE + 1][SIZE + 1];
    for (int i = 0; i <= SIZE; i++)
        table[i][0] = table[0][i] = 1;
#pragma omp parallel
#pragma omp single
    for (int i = 1; i <= SIZE; i++) {
        for (int j = 1; j <= SIZE; j++) {
#pragma omp task depend(in : table[i - 1][j], table[i][j - 1]) depend(out : table[i][j])
            table[i][j] = table[i - 1][j] + table[i][j - 1];
        }
    }
    same(table[SIZE][SIZE], 184756);
}

static void sections_of_arrays(void)
{
    int a[20] = {0}, *p = a;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a [0:10]) shared(a)
        for (int i = 0; i < 10; i++)
            a[i] = i;
#pragma omp task depend(in : p [0:10]) depend(out : a [10:10]) shared(a)
        for (int i = 0; i < 10; i++)
            a[10 + i] = 2 * a[i];
#pragma omp task depend(in : a [10:10]) shared(a)
        same(a[19], 18);
    }
}

static void undeferred(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
        x = 1;
#pragma omp task if (0) depend(in : x) shared(x) /* waits for the one above, then runs at once */
        same(x, 1);
#pragma omp task depend(out : x) shared(x)
        x = 2;
#pragma omp task depend(in : x) depend(out : y) shared(x, y)
        y = x + 1;
#pragma omp task final(1) depend(inout : y) shared(y)
        y++;
#pragma omp taskwait
        same(y, 4);
    }
}

/* Dependences are between siblings only; a group ends all the same. */
static void siblings(void)
{
    int x = 0, sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
            for (int i = 0; i < 20; i++) {
#pragma omp task depend(inout : x) shared(sum, x)
                {
                    int y = 0;
#pragma omp task depend(out : y) shared(y)
                    y = 1;
#pragma omp task depend(in : y) shared(y, sum)
                    {
                        same(y, 1);
#pragma omp atomic
                        sum++;
                    }
#pragma omp taskwait
                }
            }
        }
        same(sum, 20);
    }
}

/* More than a few addresses in one clause, duplicates among them. */
static void many(void)
{
    int a[12] = {0};
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 12; i++) {
#pragma omp task depend(out : a[i]) shared(a)
            a[i] = i;
        }
#pragma omp task depend(in                                                \
                        : a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]) \
    depend(inout                                                          \
           : a[8], a[9], a[8]) depend(in                                  \
                                      : a[10], a[11]) shared(a)
        {
            int sum = 0;
            for (int i = 0; i < 12; i++)
                sum += a[i];
            a[8] = sum;
        }
#pragma omp task depend(in : a[8]) shared(a)
        same(a[8], 66);
    }
}

int main(void)
{
    printf("%d threads\n", omp_get_max_threads());
    chain();
    fan();
    wavefront();
    sections_of_arrays();
    undeferred();
    siblings();
    many();
    int outside = 0;
#pragma omp task depend(out : outside) shared(outside)
    outside = 1;
#pragma omp taskwait
    same(outside, 1);
    return finish();
}
