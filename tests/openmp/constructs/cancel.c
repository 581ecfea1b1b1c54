/* cancel and cancellation point. With OMP_CANCELLATION=true what comes after is left out; without,
 * nothing happens. */
#include "suite.h"
#include <sched.h>

static int on;

static void regions(void)
{
    int after = 0, before = 0, n = omp_get_max_threads();
#ifdef __clang__ /* 14: the barrier after a cancel waits forever */
    before = n;
#else
#pragma omp parallel
    {
#pragma omp atomic
        before++;
#pragma omp barrier
        if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
        }
#pragma omp barrier
#pragma omp atomic
        after++;
    }
    same(before, n);
    same(after, on ? 0 : n);
#endif
    after = 0;
#pragma omp parallel
    {
#pragma omp cancel parallel if (after > 1000)
#pragma omp cancellation point parallel
#pragma omp atomic
        after++;
    }
    same(after, n);
    after = 0;
#pragma omp parallel
    { /* the point sees what was before the barrier */
        int mine = 0;
#pragma omp critical
        mine = before++ == n;
        if (mine) {
#pragma omp cancel parallel
        }
        for (volatile int i = 0; on && i >= 0; i++) {
#pragma omp cancellation point parallel
        }
#pragma omp atomic
        after++;
    }
    same(after, on ? 0 : n);
}

static void loops(void)
{
    int n = omp_get_max_threads(), done = 0, beyond = 0;
#pragma omp parallel
    {
#pragma omp for schedule(monotonic : dynamic, 1) /* libomp 14 fails on others */
        for (int i = 0; i < 10000; i++) {
#pragma omp atomic
            done++;
            if (i == 5) {
#pragma omp cancel for
            }
            do { /* who has the fifth may come to run much later than the others */
#pragma omp cancellation point for
                sched_yield();
            } while (on && i > 5);
        }
#pragma omp atomic
        beyond++;
    }
    same(beyond, n);
    if (on)
        holds(done >= 6 && done < 6 + n);
    else
        same(done, 10000);
    beyond = done = 0;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < 1000; i++) {
#pragma omp cancel for
#pragma omp atomic
            done++;
        }
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 100; i++) {
#pragma omp atomic
            beyond++;
        }
    }
    same(done, on ? 0 : 1000);
    same(beyond, 100);
}

static void sections(void)
{
    int first = 0, second = 0;
#pragma omp parallel num_threads(1)
    {
#pragma omp sections
        {
#pragma omp section
            {
#pragma omp cancel sections
                first++;
            }
#pragma omp section
            {
#pragma omp cancellation point sections
                second++;
            }
        }
    }
    same(first, !on);
    same(second, !on);
#pragma omp parallel
    {
#pragma omp sections
        {
#pragma omp section
            {
#pragma omp cancel sections
                first += 10;
            }
        }
#pragma omp atomic
        second++;
    }
    same(first, on ? 0 : 11);
    same(second, !on + omp_get_max_threads());
}

static void groups(void)
{
    int ran = 0, inner = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
            for (int i = 0; i < 100; i++) {
#pragma omp task if (0) /* in order: the first ends the others */
                {
#pragma omp cancellation point taskgroup
#pragma omp atomic
                    ran++;
#pragma omp cancel taskgroup
#pragma omp atomic
                    inner++;
                }
            }
        }
    }
    same(ran, on ? 1 : 100);
    same(inner, on ? 0 : 100);
    int late = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
            for (int i = 0; i < 1000; i++) {
#pragma omp task
                {
                    int mine;
#pragma omp atomic capture
                    mine = late++;
                    if (mine == 3) {
#pragma omp cancel taskgroup
                    }
                }
            }
        }
        int end = late;
        holds(end >= 4 && end <= 1000);
        if (!on)
            same(end, 1000);
    }
}

int main(void)
{
    on = omp_get_cancellation();
    printf("%d threads, cancellation %d\n", omp_get_max_threads(), on);
    regions();
    loops();
    sections();
    groups();
    return finish();
}
