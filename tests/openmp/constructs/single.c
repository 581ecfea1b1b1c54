/* single, master, copyprivate. */
#include "suite.h"

static int mine;
#pragma omp threadprivate(mine)

struct large {
    double values[40];
    int count;
};

int main(void)
{
    int n = omp_get_max_threads(), singles = 0, masters = 0, nowaits = 0;
    printf("%d threads\n", n);
#pragma omp parallel
    {
        for (int round = 0; round < 30; round++) {
            int got, before = singles;
            (void)before;
#pragma omp single
            singles++;
            holds(singles >= round + 1); /* its barrier */
#pragma omp single nowait
            __atomic_fetch_add(&nowaits, 1, __ATOMIC_RELAXED);
#pragma omp master
            {
                masters++;
                same(omp_get_thread_num(), 0);
            }
#pragma omp single copyprivate(got, mine)
            {
                got = 1000 + round;
                mine = round;
            }
            same(got, 1000 + round);
            same(mine, round);
            struct large l;
            memset(&l, 0, sizeof l);
#pragma omp single copyprivate(l)
            {
                l.count = round;
                l.values[39] = round * 2;
            }
            same(l.count, round);
            same(l.values[39], round * 2);
#pragma omp single firstprivate(n)
            {
                n++;
                same(n, omp_get_num_threads() + 1);
            }
        }
    }
    same(singles, 30);
    same(masters, 30);
    same(nowaits, 30);
#pragma omp single /* outside a region */
    singles++;
    int copied = 1;
#pragma omp parallel num_threads(1)
    {
        int inside = 0;
#pragma omp single copyprivate(inside)
        inside = 4;
        copied = inside;
    }
    same(copied, 4);
    same(singles, 31);
    return finish();
}
