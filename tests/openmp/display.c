/* Regions of several sizes, one after the other and inside each other: what OMP_DISPLAY_AFFINITY says of them goes to
 * stderr, and so does this. */
#include <omp.h>
#include <stdio.h>

static volatile int sink;

static void region(int threads)
{
    fprintf(stderr, "%d threads\n", threads);
#pragma omp parallel num_threads(threads)
    sink = omp_get_thread_num();
}

int main(void)
{
    static const int sizes[] = {2, 2, 3, 1, 3, 2};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        region(sizes[i]);
#pragma omp parallel for num_threads(3) schedule(dynamic)
    for (int i = 0; i < 6; i++)
        sink = i;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
#pragma omp barrier /* libgomp looks at threads that may have gone on by then */
#pragma omp single
        fprintf(stderr, "inside\n");
        if (omp_get_thread_num() == 0)
#pragma omp parallel num_threads(2)
            sink = omp_get_thread_num();
#pragma omp barrier
        if (omp_get_thread_num() == 1)
#pragma omp parallel num_threads(3)
            sink = omp_get_thread_num();
    }
    omp_set_affinity_format("now %n of %N");
    region(2);
    region(3);
    return 0;
}
