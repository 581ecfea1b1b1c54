/* The first region comes when other constructs are under way already: tasks, a group, a critical section, a
 * loop, a league, each outside all regions. */
#include "suite.h"

static int sum;

static void region(void)
{
#pragma omp critical
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
                int threads = 0;
#pragma omp parallel reduction(+ : threads)
                threads++;
                sum += threads;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int n = omp_get_max_threads();
    (void)argv;
    if (argc > 1) {
#pragma omp teams num_teams(2)
        {
#pragma omp parallel
            {
            }
        }
    }
#pragma omp task
    {
#pragma omp task
        region();
#pragma omp taskwait
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
        region();
    same(sum, 3 * n);
    return finish();
}
