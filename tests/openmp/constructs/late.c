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

/* What is not set is not zero. */
static void dirty(void)
{
    char stack[4096];
    memset(stack, 0xa5, sizeof stack);
    __asm__ volatile("" : : "r"(stack) : "memory");
}

int main(int argc, char **argv)
{
    dirty();
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
