/* OMP_NUM_THREADS as a list, OMP_MAX_ACTIVE_LEVELS by the environment. */
#include "suite.h"

int main(void)
{
    int count[3] = {0};
    printf("%d %d\n", omp_get_max_threads(), omp_get_max_active_levels());
#pragma omp parallel
    {
#pragma omp atomic
        count[0]++;
        same(omp_get_max_threads(), 2);
#pragma omp parallel
        {
#pragma omp atomic
            count[1]++;
            same(omp_get_max_threads(), 3);
#pragma omp parallel
            {
#pragma omp atomic
                count[2]++;
            }
        }
    }
    printf("%d %d %d\n", count[0], count[1], count[2]);
    return finish();
}
