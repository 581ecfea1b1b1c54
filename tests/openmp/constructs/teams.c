/* teams and distribute on the host. */
#include "suite.h"

enum { COUNT = 600 };
static int times[COUNT];
static void ran(int i)
{
    __atomic_fetch_add(&times[i], 1, __ATOMIC_RELAXED);
}

int main(void)
{
    int n = omp_get_max_threads(), teams = 0, threads = 0, sum = 0;
    printf("%d threads\n", n);
    same(omp_get_num_teams(), 1);
    same(omp_get_team_num(), 0);
#pragma omp teams num_teams(3) thread_limit(2) reduction(+ : teams)
    {
        teams++;
        holds(omp_get_num_teams() >= 1 && omp_get_num_teams() <= 3);
        holds(omp_get_team_num() < omp_get_num_teams());
#pragma omp parallel
        {
            holds(omp_get_num_threads() <= 2);
#pragma omp atomic
            threads++;
        }
    }
    holds(teams >= 1 && teams <= 3);
    holds(threads >= teams && threads <= 2 * teams);
#pragma omp teams num_teams(2)
    {
#pragma omp distribute
        for (int i = 0; i < COUNT; i++)
            ran(i);
    }
    once(times, COUNT);
#pragma omp teams distribute dist_schedule(static, 7)
    for (int i = 0; i < COUNT; i++)
        ran(i);
    once(times, COUNT);
#pragma omp teams distribute parallel for num_teams(2) collapse(2) schedule(dynamic)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            ran(i * 30 + j);
    once(times, COUNT);
#pragma omp teams distribute parallel for simd num_teams(2) reduction(+ : sum)
    for (int i = 0; i < COUNT; i++)
        sum += i;
    same(sum, COUNT * (COUNT - 1) / 2);
#pragma omp teams num_teams(2)
    {
#pragma omp distribute parallel for schedule(static, 4) dist_schedule(static, 50)
        for (int i = 0; i < COUNT; i++)
            ran(i);
#pragma omp distribute simd
        for (int i = 0; i < COUNT; i++)
            times[i] += 0;
    }
    once(times, COUNT);
    int tasks = 0;
#pragma omp teams num_teams(1)
    {
#pragma omp parallel num_threads(2)
#pragma omp single
        for (int i = 0; i < 10; i++) {
#pragma omp task
            {
#pragma omp atomic
                tasks++;
            }
        }
    }
    same(tasks, 10);
    same(omp_get_num_teams(), 1);
    return finish();
}
