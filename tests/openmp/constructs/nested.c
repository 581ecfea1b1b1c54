/* Parallel regions in parallel regions: levels, ancestors, limits. */
#include "suite.h"

static void depths(int outer, int inner)
{
    int count = 0;
#pragma omp parallel num_threads(outer) reduction(+ : count)
    {
        int above = omp_get_thread_num();
#pragma omp parallel num_threads(inner) reduction(+ : count)
        {
            count++;
            same(omp_get_level(), 2);
            same(omp_get_active_level(), (outer > 1) + (inner > 1));
            same(omp_get_ancestor_thread_num(0), 0);
            same(omp_get_ancestor_thread_num(1), above);
            same(omp_get_ancestor_thread_num(2), omp_get_thread_num());
            same(omp_get_ancestor_thread_num(3), -1);
            same(omp_get_ancestor_thread_num(-1), -1);
            same(omp_get_team_size(0), 1);
            same(omp_get_team_size(1), outer);
            same(omp_get_team_size(2), inner);
            same(omp_get_team_size(3), -1);
        }
        same(omp_get_thread_num(), above);
        same(omp_get_num_threads(), outer);
    }
    same(count, outer * inner);
}

static int tree(int levels)
{
    int count = 1;
    if (levels == 0)
        return count;
#pragma omp parallel num_threads(2) reduction(+ : count)
    count += tree(levels - 1);
    return count;
}

static void worksharing(void)
{
    int times[6 * 50] = {0};
#pragma omp parallel num_threads(3)
    {
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < 6; i++) {
#pragma omp parallel for num_threads(2) schedule(dynamic, 3)
            for (int j = 0; j < 50; j++)
                times[i * 50 + j]++;
        }
#pragma omp barrier
#pragma omp single
        once(times, 300);
    }
}

int main(void)
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
    omp_set_max_active_levels(1);
    same(omp_get_max_active_levels(), 1);
    int inner = 0;
#pragma omp parallel num_threads(3) reduction(+ : inner)
    {
#pragma omp parallel num_threads(4) reduction(+ : inner)
        {
            inner++;
            same(omp_get_num_threads(), 1);
            same(omp_get_level(), 2);
            same(omp_get_active_level(), 1);
        }
    }
    same(inner, 3);
    omp_set_max_active_levels(8);
    same(omp_get_max_active_levels(), 8);
    depths(2, 3);
    depths(1, 3);
    depths(3, 1);
    depths(1, 1);
    depths(n < 4 ? n : 4, n < 64 ? n : 64);
    same(tree(5), 63);
    worksharing();
    omp_set_max_active_levels(2);
    same(tree(4), 1 + 2 * (1 + 2 * (1 + 1 * (1 + 1))));
    omp_set_max_active_levels(0);
    same(tree(2), 3);
    int first = 0;
    omp_set_max_active_levels(4);
#pragma omp parallel num_threads(2) reduction(+ : first)
    { /* each task has its own value of num_threads, inherited by its regions */
        omp_set_num_threads(2 + omp_get_thread_num());
#pragma omp parallel reduction(+ : first)
        first += omp_get_num_threads();
    }
    same(first, 2 * 2 + 3 * 3);
    same(omp_get_max_threads(), n);
    return finish();
}
