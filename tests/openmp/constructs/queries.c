/* What the runtime tells and takes: all omp_get_ and omp_set_ of threads, levels and time. */
#include "suite.h"
#include <limits.h>

static void outside(int n)
{
    same(omp_get_num_threads(), 1);
    same(omp_get_thread_num(), 0);
    same(omp_get_max_threads(), n);
    holds(omp_get_num_procs() >= 1);
    same(omp_in_parallel(), 0);
    same(omp_get_dynamic(), 0);
    same(omp_get_cancellation(), 0);
    holds(omp_get_thread_limit() >= 1000);
    holds(omp_get_max_active_levels() >= 1);
    holds(omp_get_supported_active_levels() >= 8);
    same(omp_get_level(), 0);
    same(omp_get_active_level(), 0);
    same(omp_get_ancestor_thread_num(0), 0);
    same(omp_get_ancestor_thread_num(1), -1);
    same(omp_get_team_size(0), 1);
    same(omp_get_team_size(1), -1);
    same(omp_in_final(), 0);
    same(omp_get_max_task_priority(), 0);
    same(omp_get_num_teams(), 1);
    same(omp_get_team_num(), 0);
}

static void sets(int n)
{
    omp_set_dynamic(1);
    same(omp_get_dynamic(), 1);
    omp_set_dynamic(0);
    same(omp_get_dynamic(), 0);
    omp_set_num_threads(5);
    same(omp_get_max_threads(), 5);
#pragma omp parallel num_threads(2)
    {
        omp_set_num_threads(3 + omp_get_thread_num()); /* each task's own */
        same(omp_get_max_threads(), 3 + omp_get_thread_num());
        omp_set_schedule(omp_sched_dynamic, 3 + omp_get_thread_num());
        omp_sched_t kind;
        int chunk;
        omp_get_schedule(&kind, &chunk);
        same(kind & 15, omp_sched_dynamic);
        same(chunk, 3 + omp_get_thread_num());
    }
    same(omp_get_max_threads(), 5);
    omp_set_num_threads(n);
    omp_sched_t kind;
    int chunk;
    omp_set_schedule(omp_sched_guided, 17);
    omp_get_schedule(&kind, &chunk);
    same(kind & 15, omp_sched_guided);
    same(chunk, 17);
    omp_set_schedule((omp_sched_t)(omp_sched_static | omp_sched_monotonic), 2);
    omp_get_schedule(&kind, &chunk);
    same(kind & 15, omp_sched_static);
    same(chunk, 2);
    omp_set_num_teams(4);
    same(omp_get_max_teams(), 4);
    omp_set_num_teams(0);
    omp_set_teams_thread_limit(6);
    same(omp_get_teams_thread_limit(), 6);
    int levels = omp_get_max_active_levels();
    omp_set_max_active_levels(6);
    same(omp_get_max_active_levels(), 6);
    omp_set_max_active_levels(levels);
}

int main(void)
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
    outside(n);
    sets(n);
    outside(n);
    double before = omp_get_wtime(), tick = omp_get_wtick();
    holds(tick > 0 && tick < 1);
    while (omp_get_wtime() == before) { /* time goes on */
    }
    holds(omp_get_wtime() > before && omp_get_wtime() < before + 100);
    holds(before > 0);
#pragma omp parallel
    {
        same(omp_get_num_threads(), n);
        holds(omp_get_thread_num() < n);
        same(omp_get_level(), 1);
        same(omp_in_final(), 0);
        holds(omp_get_wtime() >= before);
#pragma omp barrier
        /* A task's numbers are its own. Here, and not in sets(): libomp 14 may hang or crash when the number
           of threads changes behind a region with tasks. */
        omp_set_num_threads(3 + omp_get_thread_num());
#pragma omp task
        {
            omp_set_num_threads(9);
            same(omp_get_max_threads(), 9);
        }
#pragma omp taskwait
        same(omp_get_max_threads(), 3 + omp_get_thread_num());
    }
    return finish();
}
