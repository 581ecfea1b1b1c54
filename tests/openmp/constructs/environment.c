/* What the environment sets is what the runtime tells. */
#include "suite.h"

int main(void)
{
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    printf("threads %d dynamic %d schedule %d,%d\n", omp_get_max_threads(), omp_get_dynamic(),
           (int)kind & 15, chunk);
    printf("levels %d limit %d cancellation %d priority %d\n", omp_get_max_active_levels(),
           omp_get_thread_limit(), omp_get_cancellation(), omp_get_max_task_priority());
    printf("bind %d device %d\n", (int)omp_get_proc_bind(), omp_get_default_device());
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    threads++;
    printf("%d ran\n", threads);
    int sum = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    same(sum, 4950);
    return finish();
}
