/* errno is each thread's own, over barriers, locks and tasks. */
#include "suite.h"
#include <errno.h>
#include <math.h>
#include <unistd.h>

int main(void)
{
    int n = omp_get_max_threads();
    omp_lock_t lock;
    printf("%d threads\n", n);
    omp_init_lock(&lock);
    errno = 77;
#pragma omp parallel
    {
        int t = omp_get_thread_num();
        errno = 1000 + t;
#pragma omp barrier
        same(errno, 1000 + t);
        omp_set_lock(&lock);
        same(errno, 1000 + t);
        omp_unset_lock(&lock);
#pragma omp critical
        same(errno, 1000 + t);
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 50; i++)
            same(errno, 1000 + t);
        same(close(-1), -1);
#pragma omp barrier
        same(errno, EBADF);
#pragma omp single
        errno = 5;
        errno = 2000 + t;
#pragma omp taskwait
        same(errno, 2000 + t);
    }
    same(errno, 2000);
    errno = 88;
    omp_get_wtime();
    omp_get_max_threads();
    same(errno, 88);
    return finish();
}
